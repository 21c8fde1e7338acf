// SPDX-License-Identifier: Apache-2.0
// Carry-less product of two 32-bit words from the sixteen byte products: the product of byte i of
// one word and byte j of the other counts from bit 8(i+j).
//
// Operands: any. Combinational; 177 XOR, depth three. Bit 63 of a 32x32 product is always zero.
module gf_clmul32 (
    // prods_i[i][j]: byte i of one operand times byte j of the other
    input logic [3:0][3:0][14:0] prods_i,
    output logic [63:0] prod_o
);

  always_comb begin
    prod_o = '0;
    for (int unsigned i = 0; i < 4; i++)
    for (int unsigned j = 0; j < 4; j++) prod_o ^= 64'(prods_i[i][j]) << (8 * (i + j));
  end

endmodule
