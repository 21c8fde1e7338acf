// SPDX-License-Identifier: Apache-2.0
// Product of two polynomials over GF(2): the XOR over the set bits i of b of a << i.
//
// Operands: any. Combinational; WIDTH_A * WIDTH_B AND, a tree of XOR.
module gf_clmul #(
    parameter int unsigned WIDTH_A = 32,
    parameter int unsigned WIDTH_B = 32
) (
    input logic [WIDTH_A-1:0] a_i,
    input logic [WIDTH_B-1:0] b_i,
    output logic [WIDTH_A+WIDTH_B-2:0] product_o
);

  localparam int unsigned Width = WIDTH_A + WIDTH_B - 1;

  // Bit k has the products of bits whose numbers add up to k.
  for (genvar k = 0; k < Width; k++) begin : gen_bit
    localparam int unsigned First = k < WIDTH_A ? 0 : k - WIDTH_A + 1;
    localparam int unsigned Last = k < WIDTH_B ? k : WIDTH_B - 1;
    logic [Last-First:0] products;
    for (genvar i = First; i <= Last; i++) begin : gen_product
      assign products[i-First] = b_i[i] & a_i[k-i];
    end
    assign product_o[k] = ^products;
  end

endmodule
