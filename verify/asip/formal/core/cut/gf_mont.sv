// SPDX-License-Identifier: Apache-2.0
// Replaces the multiplier: a product is anything. It is there digits_i cycles behind its start, and until the next start
// and in its cycle. Before, product_o is anything else.
module gf_mont #(
    parameter  int unsigned DIGIT = 16,
    parameter  int unsigned WIDTH = 256,
    localparam int unsigned Bits  = $clog2(WIDTH / DIGIT + 1)
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             start_i,
    input  logic [WIDTH-1:0] a_i,
    input  logic [WIDTH-1:0] b_i,
    input  logic [ Bits-1:0] digits_i,
    input  logic [  WIDTH:0] p_i,
    input  logic [DIGIT-1:0] p_inverse_i,
    output logic             busy_o,
    output logic             done_o,
    output logic [WIDTH-1:0] product_o
);

  logic [WIDTH-1:0] any_now, any_product, value_q;
  logic [Bits-1:0] left_q;

  assign {any_now, any_product} = asip_core_harness.any_products_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (start_i) left_q <= digits_i - 1'b1;
    else if (busy_o) left_q <= left_q - 1'b1;
  end
  always_ff @(posedge clk_i) if (start_i) value_q <= any_product;

  assign busy_o = left_q != '0;
  assign product_o = busy_o ? any_now : value_q;

  logic unused;
  assign unused = &{a_i, b_i, p_i, p_inverse_i};

endmodule
