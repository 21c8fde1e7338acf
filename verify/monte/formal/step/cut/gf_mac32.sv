// SPDX-License-Identifier: Apache-2.0
// Replaces the multiplier and adder: a product is anything, the same for the reference; the sum is what the header of the
// real one says. The real one is proved apart.
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

  logic [95:0] term;
  always_ff @(posedge clk_i) if (step_i) product_o <= monte_step_harness.x_product_q;
  always_comb begin
    term = double_i ? 96'(product_o) << 1 : 96'(product_o);
    if (addend_only_i) term = 96'($signed(addend_i));
    sum_o = sum_polynomial_i ? acc_i ^ term : acc_i + term;
  end

  logic unused;
  assign unused = &{1'b0, pass_i, a_i, b_i, signed_i, polynomial_i};

endmodule
