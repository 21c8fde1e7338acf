// SPDX-License-Identifier: Apache-2.0
// Product of a signed word of 33 bits and a byte, which is signed if signed_i says so.
//
// Operands: any. Combinational; the synthesis tool chooses the tree of adders, and may merge it with
// those that add up the slices of a product.
module gf_mac_slice (
    input logic [32:0] a_i,
    input logic [7:0] digit_i,
    input logic signed_i,
    output logic [41:0] product_o
);

  assign product_o = 42'($signed(a_i)) * 42'($signed({signed_i & digit_i[7], digit_i}));

endmodule
