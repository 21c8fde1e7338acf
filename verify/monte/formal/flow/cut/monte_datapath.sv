// SPDX-License-Identifier: Apache-2.0
// Replaces the datapath: while a command is computed, any words are written as its results. It ends at any time, but not
// before every word was written.
module monte_datapath
  import monte_pkg::*;
#(
    parameter int unsigned W = 32,
    parameter bit DIGITS = 1'b0,
    parameter bit DUAL = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input field_t field_i,
    input command_e command_i,
    input step_t step_i,
    input logic clear_i,
    input logic [W-1:0] x_i,
    input logic [W-1:0] y_i,
    input logic p_we_i,
    input place_t p_place_i,
    input logic [W-1:0] p_data_i,
    output logic result_o,
    output place_t place_o,
    output logic [W-1:0] plain_o,
    output logic [W-1:0] corrected_o,
    output logic final_o,
    output logic choose_o,
    output logic equal_o
);

  logic runs;
  assign runs = monte_flow_harness.runs;
  assign final_o = runs & monte_flow_harness.any_end_i &
      (command_i == C_EQ | monte_flow_harness.written_q | monte_flow_harness.writes_result);
  assign result_o = runs & monte_flow_harness.any_result_i & command_i != C_EQ;
  assign place_o = {4'd0, monte_flow_harness.any_place_i};
  assign plain_o = W'(monte_flow_harness.any_words_i[0]);
  assign corrected_o = W'(monte_flow_harness.any_words_i[1]);
  assign equal_o = monte_flow_harness.any_words_i[0];
  always_ff @(posedge clk_i) begin
    if (final_o) choose_o <= monte_flow_harness.any_choice_i & ~(command_i inside {C_CPY, C_CSWAP});
  end

endmodule
