// SPDX-License-Identifier: Apache-2.0
// Reduction of a 15-bit carry-less product by a programmable 8x7 matrix:
//     out = (prod & keep) ^ XOR_j prod[m+j] * column j,   j = 0..m-2,
// with m one-hot in taps. Product bits above 2m-2 are ignored; they are zero when both factors are
// below x^m. So column j meets product bit m+j only for m >= j+2, and 28 AND-OR inputs select the
// seven bits for all of m = 2..8.
//
// MIN_DEGREE: smallest degree that taps ever has. With 5, as in the paper, 22 inputs are enough.
//
// Operands: any. Combinational; 28 AND-OR inputs, 6 AND, then the matrix: 56 AND, 56 XOR. With taps
// and keep at zero only product bits 0 and 1 pass, and the matrix does not switch.
module gf_reduce
  import gf_pkg::*;
#(
    parameter int unsigned MIN_DEGREE = 2
) (
    input logic [14:0] prod_i,
    input columns_t columns_i,
    input mul_ctrl_t ctrl_i,
    output byte_t out_o
);

  logic [NumColumns-1:0] red;

  always_comb begin
    red   = '0;
    out_o = '0;
    if (!ForSimulation || prod_i != '0) begin
      for (int unsigned j = 0; j < NumColumns; j++)
      for (int unsigned m = j + 2; m <= 8; m++)
      if (m >= MIN_DEGREE) red[j] |= ctrl_i.taps[m] & prod_i[m+j];
      out_o = prod_i[7:0] & {ctrl_i.keep, 2'b11};
      for (int unsigned j = 0; j < NumColumns; j++) out_o ^= {8{red[j]}} & columns_i[j];
    end
  end

endmodule
