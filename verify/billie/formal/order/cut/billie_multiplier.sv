// SPDX-License-Identifier: Apache-2.0
// Replaces the multiplier: a product takes any number of cycles, and one at least behind that of the start. It is what the
// harness says that a right multiplier gives. The multiplier has proofs of its own.
module billie_multiplier
  import billie_pkg::*;
#(
    parameter int unsigned M = 2,
    parameter int unsigned TERM1 = 1,
    parameter int unsigned TERM2 = 0,
    parameter int unsigned TERM3 = 0,
    parameter int unsigned D = 1
) (
    input logic clk_i,
    input logic rst_ni,
    input logic clear_i,
    input logic start_i,
    input id_t id_i,
    input logic [M-1:0] a_i,
    input logic [M-1:0] b_i,
    output logic take_o,
    output logic busy_o,
    output id_t id_o,
    output logic done_o,
    output logic [M-1:0] result_o
);

  logic busy_q;
  id_t  id_q;

  assign take_o = start_i & ~busy_q;
  assign {busy_o, id_o} = {busy_q, id_q};
  assign done_o = busy_q & billie_order_harness.any_product_ends_i;
  assign result_o = billie_order_harness.product;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else busy_q <= ~clear_i & (take_o | (busy_q & ~done_o));
  end
  always_ff @(posedge clk_i) if (take_o) id_q <= id_i;

endmodule
