// SPDX-License-Identifier: Apache-2.0
// Montgomery square a^2 x^-R mod P in one cycle, for one P = x^M + x^K3 + x^K2 + x^K1 + 1, or the
// trinomial x^M + x^K3 + 1 (K2 = K1 = 0). A square is linear over GF(2): bit i of the operand adds
// x^(2i - R) mod P to the result. These columns are computed at elaboration: x^-R by R divisions
// by x, then two products with x for each.
//
// Operands: any. Combinational: a network of XOR gates, sparse for trinomials with R near M.
module gf_mont_square #(
    parameter int unsigned M  = 233,
    parameter int unsigned K3 = 74,
    parameter int unsigned K2 = 0,
    parameter int unsigned K1 = 0,
    parameter int unsigned R  = 240
) (
    input  logic [M-1:0] a_i,
    output logic [M-1:0] out_o
);

  if (!(M > K3 && K3 > K2 && (K2 > K1 && K1 > 0 || K2 == 0 && K1 == 0))) begin : gen_check
    $fatal(1, "gf_mont_square: M > K3 > K2 > K1 > 0 must hold, or K2 and K1 must be 0");
  end

  typedef logic [M-1:0][M-1:0] columns_t;

  localparam logic [M:0] One = (M + 1)'(1);
  localparam logic [M:0] P = One << M | One << K3 | One << K2 | One << K1 | One;

  function automatic columns_t columns();
    logic [M:0] power;
    power = One;
    for (int unsigned i = 0; i < R; i++) power = (power[0] ? power ^ P : power) >> 1;
    for (int unsigned i = 0; i < M; i++) begin
      columns[i] = power[M-1:0];
      for (int unsigned j = 0; j < 2; j++) power = power[M-1] ? (power << 1) ^ P : power << 1;
    end
  endfunction

  localparam columns_t Columns = columns();

  always_comb begin
    out_o = '0;
    for (int unsigned i = 0; i < M; i++) out_o ^= Columns[i] & {M{a_i[i]}};
  end

endmodule
