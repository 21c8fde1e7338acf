// SPDX-License-Identifier: Apache-2.0
// Replaces a unit of products: a product is anything. The core's proofs check what the unit is asked, and who gets its
// answer. The unit has a proof of its own.
module coreva_product
  import coreva_pkg::*;
#(
    parameter bit CLMUL = 1'b0
) (
    input logic clk_i,

    input logic x_valid_i,
    input product_t x_op_i,
    input logic [31:0] x_a_i,
    input logic [31:0] x_b_i,
    input logic [31:0] x_c_i,

    output logic [31:0] m_value_o
);

  logic [31:0] any, any_q;  // undriven: free in the proof
  always_ff @(posedge clk_i) any_q <= any;
  assign m_value_o = any_q;

  // What was asked.
  product_t m_op_q;
  logic [31:0] m_a_q, m_b_q, m_c_q;
  always_ff @(posedge clk_i) if (x_valid_i) {m_op_q, m_a_q, m_b_q, m_c_q} <= {x_op_i, x_a_i, x_b_i, x_c_i};

endmodule
