// SPDX-License-Identifier: Apache-2.0
// Carry-less product of two 32-bit words from four rows. Row i is the product of byte i of one word
// and the whole other word. It is shifted left by 8i bits.
//
// Operands: any. Combinational; 93 XOR, depth two. Bit 63 of a 32x32 product is always zero.
module gf_clmul32
  import gf_pkg::*;
(
    input row_t rows_i[4],
    output logic [63:0] prod_o
);

  assign prod_o = 64'(rows_i[0]) ^ 64'({rows_i[1], 8'd0}) ^ 64'({rows_i[2], 16'd0}) ^
                  64'({rows_i[3], 24'd0});

endmodule
