// SPDX-License-Identifier: Apache-2.0
// The arithmetic stage: one command after the other, from two buffers into a pair of buffers.
//
// A command is taken when two buffers are there for its results. In the cycle behind its last word
// it is done: then the result that is chosen goes to the store stage, if that is free. The buffer
// that was not chosen, and a third one, are the next pair. So a result moves by its number only.
module monte_arithmetic
  import monte_pkg::*;
#(
    parameter bit DIGITS = 1'b0,
    parameter bit SQR = 1'b0,
    parameter bit DUAL = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input field_t field_i,
    input logic   flag_i,

    // From the load stage.
    input logic ready_i,
    input command_t command_i,
    input logic [31:0] dest_i,
    input logic [31:0] other_i,
    input buffer_t [1:0] operand_i,
    output logic take_o,
    input logic drop_i,  // ends the command without a result

    // Buffers.
    output buffer_t x_buffer_o,
    output place_t x_place_o,
    input logic [31:0] x_i,
    output buffer_t y_buffer_o,
    output place_t y_place_o,
    input logic [31:0] y_i,
    output logic result_we_o,
    output place_t result_place_o,
    output buffer_t [1:0] result_buffer_o,
    output logic [1:0][31:0] result_o,
    output logic [Buffers-1:0] owns_o,
    input logic may_take_i,
    input logic victim_valid_i,
    input buffer_t victim_i,
    output logic take_buffer_o,

    // The modulus, word by word.
    input logic p_we_i,
    input place_t p_place_i,
    input logic [31:0] p_data_i,

    output logic computing_o,
    output logic settling_o,
    output command_t running_o,
    output logic [1:0][31:0] address_o,  // of its results

    // What is done.
    input logic store_free_i,
    output logic done_o,
    output logic gives_o,  // it has a result
    output logic both_o,
    output buffer_t [1:0] given_o,
    output logic flag_we_o,
    output logic flag_o
);

  typedef enum logic [1:0] {
    A_IDLE,
    A_RUNS,
    A_DONE
  } state_e;

  state_e state_q;
  command_t command_q;
  logic [1:0][31:0] address_q;
  buffer_t [1:0] operand_q;
  logic [2:0] have_q;  // the pair and the spare
  buffer_t [2:0] result_q;

  logic final_word, choose, equal, exchange;
  step_t step;
  logic  columns_done;

  assign take_o   = state_q == A_IDLE & ready_i & have_q[1:0] == 2'b11;
  assign done_o   = state_q == A_DONE & store_free_i;
  assign gives_o  = done_o & has_dest(command_q.command);
  assign exchange = command_q.command == C_CSWAP;
  assign both_o   = exchange;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= A_IDLE;
    else begin
      if (take_o) state_q <= computes(command_i.command) ? A_RUNS : A_DONE;
      if (state_q == A_RUNS & final_word) state_q <= A_DONE;
      if (done_o | drop_i) state_q <= A_IDLE;
    end
  end
  always_ff @(posedge clk_i)
    if (take_o) begin
      command_q <= command_i;
      address_q <= {other_i, dest_i};
      operand_q <= {has_other(command_i.command) ? operand_i[1] : operand_i[0], operand_i[0]};
    end

  // --------------------------------------------------------------------------------------------
  // Buffers

  logic [1:0] first_free;

  always_comb begin
    first_free = 2'd0;
    for (int unsigned i = 3; i-- > 0;) if (!have_q[i]) first_free = 2'(i);
  end
  assign take_buffer_o = may_take_i & have_q != '1 & state_q != A_DONE & victim_valid_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) have_q <= '0;
    else if (gives_o & exchange) have_q <= {2'b00, have_q[2]};
    else if (gives_o & command_q.command != C_TSEL) have_q <= {1'b0, have_q[2], 1'b1};
    else if (take_buffer_o) have_q[first_free] <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (gives_o & exchange) result_q[0] <= result_q[2];
    else if (gives_o & command_q.command != C_TSEL) begin
      result_q[1:0] <= {result_q[2], choose ? result_q[0] : result_q[1]};
    end else if (take_buffer_o) result_q[first_free] <= victim_i;
  end

  always_comb begin
    given_o = {result_q[0], choose ? result_q[1] : result_q[0]};
    if (exchange) given_o = flag_i ? {result_q[0], result_q[1]} : {result_q[1], result_q[0]};
    if (command_q.command == C_TSEL) given_o[0] = operand_q[0];
    owns_o = '0;
    for (int unsigned i = 0; i < 3; i++) if (have_q[i]) owns_o[result_q[i]] = 1'b1;
    if (state_q != A_IDLE) begin
      if (computes(command_q.command) | command_q.command == C_TSEL) begin
        owns_o[operand_q[0]] = 1'b1;
        owns_o[operand_q[1]] = 1'b1;
      end
    end
  end

  // --------------------------------------------------------------------------------------------
  // Words

  monte_columns #(
      .DIGITS(DIGITS),
      .SQR(SQR),
      .DUAL(DUAL)
  ) u_columns (
      .clk_i,
      .rst_ni,
      .field_i,
      .start_i(take_o & computes(command_i.command)),
      .clear_i(drop_i),
      .command_i(take_o ? command_i.command : command_q.command),
      .step_o(step),
      .done_o(columns_done)
  );

  monte_datapath #(
      .W(32),
      .DIGITS(DIGITS),
      .DUAL(DUAL)
  ) u_datapath (
      .clk_i,
      .rst_ni,
      .field_i,
      .command_i(command_q.command),
      .step_i(step),
      .clear_i(drop_i),
      .x_i,
      .y_i,
      .p_we_i,
      .p_place_i,
      .p_data_i,
      .result_o(result_we_o),
      .place_o(result_place_o),
      .plain_o(result_o[0]),
      .corrected_o(result_o[1]),
      .final_o(final_word),
      .choose_o(choose),
      .equal_o(equal)
  );

  assign x_buffer_o = operand_q[0];
  assign x_place_o = step.x_place;
  assign y_buffer_o = operand_q[1];
  assign y_place_o = step.y_place;
  assign result_buffer_o = result_q[1:0];

  assign computing_o = state_q != A_IDLE;
  assign settling_o = state_q == A_DONE;
  assign running_o = command_q;
  assign address_o = address_q;
  assign flag_we_o = done_o & command_q.command inside {C_EQ, C_FLAG};
  assign flag_o = command_q.command == C_EQ ? equal : command_q.first[0];

  logic unused;
  assign unused = columns_done;

endmodule
