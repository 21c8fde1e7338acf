// SPDX-License-Identifier: Apache-2.0
// Multiplier in GF(2^M) as a semi-systolic array, least significant bit first. Row i adds a * x^i
// to the product if bit i of b is set, then multiplies a by x modulo the field's polynomial. It
// serves only for comparison with gf_mul; no machine uses it. After Jain, Song and Parhi, IEEE
// Trans. VLSI 6 (1998).
//
// poly_i: the field's polynomial without x^M, constant. One product a cycle, M - 1 cycles after its
// operands. The last row's result is not registered. At most 2 M^2 AND and XOR, 2.5 (M^2 - M)
// flip-flops. The degree is fixed to M.
module gf_systolic_mul #(
    parameter int unsigned M = 8
) (
    input logic clk_i,
    input logic [M-1:0] a_i,
    input logic [M-1:0] b_i,
    input logic [M-1:0] poly_i,
    output logic [M-1:0] out_o
);

  if (M < 2) begin : gen_check
    $fatal(1, "gf_systolic_mul: M must be at least 2");
  end

  // Inputs of row i: a * x^i, the remaining bits of b, the sum so far.
  logic [M-1:0][M-1:0] a, b, sum;

  assign a[0]   = a_i;
  assign b[0]   = b_i;
  assign sum[0] = '0;

  for (genvar i = 0; i < M - 1; i++) begin : gen_row
    always_ff @(posedge clk_i) begin
      a[i+1]   <= {a[i][M-2:0], 1'b0} ^ ({M{a[i][M-1]}} & poly_i);
      b[i+1]   <= b[i] >> 1;
      sum[i+1] <= sum[i] ^ ({M{b[i][0]}} & a[i]);
    end
  end

  assign out_o = sum[M-1] ^ ({M{b[M-1][0]}} & a[M-1]);

endmodule
