// SPDX-License-Identifier: Apache-2.0
// The store stage: stores a result, or both of an exchange, one word for each granted request. An
// answer comes in the cycle behind. done_o comes with the last one, fail_o with an error, which ends
// the rest.
module monte_store
  import monte_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input place_t words_i,

    input logic start_i,
    input logic both_i,
    input buffer_t [1:0] buffer_i,
    input slot_t [1:0] slot_i,
    input logic [1:0][31:0] address_i,

    output logic [1:0] storing_o,  // that are not stored
    output buffer_t [1:0] buffer_o,
    output slot_t [1:0] slot_o,
    output logic [1:0][31:0] address_o,

    output logic request_o,
    output logic [31:0] to_o,
    output buffer_t word_buffer_o,
    output place_t word_place_o,
    input logic grant_i,
    input logic answer_i,
    input logic answer_error_i,
    output logic done_o,
    output logic fail_o
);

  logic [1:0] storing_q;
  buffer_t [1:0] buffer_q;
  slot_t [1:0] slot_q;
  logic [1:0][31:0] address_q;
  logic second_q, asked_q;  // the second one goes on; nothing is left to be asked for
  place_t place_q;
  logic   end_slot;

  assign request_o = storing_q != '0 & ~asked_q;
  assign to_o = address_q[second_q] + {25'd0, place_q, 2'b00};
  assign word_buffer_o = buffer_q[second_q];
  assign word_place_o = place_q;
  assign end_slot = place_q + 5'd1 == words_i;
  assign fail_o = answer_i & answer_error_i;
  assign done_o = answer_i & asked_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) storing_q <= '0;
    else if (start_i) storing_q <= {both_i, 1'b1};
    else if (done_o | fail_o) storing_q <= '0;
  end
  always_ff @(posedge clk_i) begin
    if (start_i) begin
      {buffer_q, slot_q, address_q} <= {buffer_i, slot_i, address_i};
      {second_q, asked_q, place_q}  <= '0;
    end else if (request_o & grant_i) begin
      place_q <= end_slot ? '0 : place_q + 1'b1;
      if (end_slot) begin
        second_q <= 1'b1;
        asked_q  <= second_q | ~storing_q[1];
      end
    end
  end

  assign storing_o = storing_q;
  assign {buffer_o, slot_o, address_o} = {buffer_q, slot_q, address_q};

endmodule
