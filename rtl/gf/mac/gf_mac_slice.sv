// SPDX-License-Identifier: Apache-2.0
// Product of a signed word and a byte, which is signed if signed_i says so.
//
// Operands: any. Combinational; the synthesis tool chooses the tree of adders, and may merge it with
// those that add up the slices of a product.
module gf_mac_slice #(
    parameter int unsigned WIDTH = 33  // of the word
) (
    input logic [WIDTH-1:0] a_i,
    input logic [7:0] digit_i,
    input logic signed_i,
    output logic [WIDTH+8:0] product_o
);

  assign product_o = (WIDTH + 9)'($signed(
      a_i
  )) * (WIDTH + 9)'($signed(
      {signed_i & digit_i[7], digit_i}
  ));

endmodule
