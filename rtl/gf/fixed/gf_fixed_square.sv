// SPDX-License-Identifier: Apache-2.0
// Square in GF(2)[x] / f, f = x^M + x^T1 + x^T2 + x^T3 + 1 (see gf_fixed_reduce): a zero between
// the bits of the operand, then the remainder.
//
// Operands: any. Combinational: wires and the network of XOR gates of one remainder.
module gf_fixed_square #(
    parameter int unsigned M  = 283,
    parameter int unsigned T1 = 12,
    parameter int unsigned T2 = 7,
    parameter int unsigned T3 = 5
) (
    input  logic [M-1:0] a_i,
    output logic [M-1:0] out_o
);

  logic [2*M-2:0] spread;

  always_comb begin
    spread = '0;
    for (int unsigned i = 0; i < M; i++) spread[2*i] = a_i[i];
  end

  gf_fixed_reduce #(
      .M (M),
      .T1(T1),
      .T2(T2),
      .T3(T3)
  ) u_reduce (
      .a_i(spread),
      .out_o
  );

endmodule
