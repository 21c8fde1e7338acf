// SPDX-License-Identifier: Apache-2.0
// Replaces the multiplier and adder: products and sums are anything. The proofs of the unit check what it is asked, and
// when. It has proofs of its own.
module gf_mac32 #(
    parameter int unsigned PASSES = 1,
    parameter bit DUAL = 1'b1
) (
    input logic clk_i,
    input logic step_i,
    input logic [1:0] pass_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic signed_i,
    input logic polynomial_i,
    output logic [63:0] product_o,
    input logic [95:0] acc_i,
    input logic addend_only_i,
    input logic double_i,
    input logic sum_polynomial_i,
    input logic [32:0] addend_i,
    output logic [95:0] sum_o
);

  assign product_o = pete_unit_harness.any_product_i;
  assign sum_o = pete_unit_harness.any_sum_i;

endmodule
