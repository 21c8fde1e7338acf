// SPDX-License-Identifier: Apache-2.0
// Replaces the multiplier and adder: products and sums are anything. It keeps what the last product was asked for, and
// how many of its passes there have been. The real one has proofs of its own.
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

  logic [63:0] any_product;  // undriven: free in the proof

  logic [63:0] product_q;
  logic [65:0] asked_q;  // polynomial, signed, a, b
  logic [2:0] passes_q;  // so far; 7: not in order, or the question has changed

  assign product_o = product_q;
  assign sum_o = mips_harness.any_i;

  always_ff @(posedge clk_i)
    if (step_i) begin
      product_q <= any_product;
      asked_q   <= {polynomial_i, signed_i, a_i, b_i};
      passes_q  <= 3'd7;
      if (pass_i == '0) passes_q <= 3'd1;
      else if (3'(pass_i) == passes_q & asked_q == {polynomial_i, signed_i, a_i, b_i}) passes_q <= passes_q + 3'd1;
    end

endmodule
