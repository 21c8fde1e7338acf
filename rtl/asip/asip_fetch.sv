// SPDX-License-Identifier: Apache-2.0
// Stages F and D: reads the program and hands decoded instructions to stage R, in order. start_i, with
// fetch_i, and jump_i begin anew at another place, which is read in the same cycle: its instruction is
// in stage R two cycles later. stop_i empties all. After the end of the program all is illegal.
module asip_fetch
  import asip_pkg::*;
  import asip_tasks_pkg::PROGRAM_WORDS;
#(
    parameter bit AES = 1'b1,
    parameter bit ECC = 1'b1,
    parameter bit LONG_KEYS = 1'b1,
    parameter bit PROGRAM_RAM = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic fetch_i,  // of a task's first instruction; nothing is left of another one
    input logic [9:0] entry_i,
    input logic start_i,  // ... which starts
    input logic running_i,
    input logic jump_i,
    input place_t target_i,
    input logic stop_i,

    input logic r_free_i,  // stage R takes an instruction at the end of this cycle
    output logic r_valid_o,
    output logic [31:0] r_word_o,
    output control_t r_control_o,

    input logic write_i,  // of the program, while the coprocessor is idle
    input logic [9:0] write_place_i,
    input logic [31:0] write_word_i
);

  logic d_valid_q, d_past_q, r_valid_q, d_free, read;
  place_t next_q, place;
  logic [31:0] d_word, r_word_q;
  control_t d_control, r_control_q;

  assign d_free = !d_valid_q || r_free_i;
  assign place  = fetch_i ? {1'b0, entry_i} : jump_i ? target_i : next_q;
  assign read   = fetch_i || running_i && (jump_i || d_free);

  asip_program #(
      .PROGRAM_RAM(PROGRAM_RAM)
  ) u_program (
      .clk_i,
      .read_i (read),
      .place_i(place[9:0]),
      .word_o (d_word),
      .write_i,
      .write_place_i,
      .write_word_i
  );

  asip_decode #(
      .AES(AES),
      .ECC(ECC),
      .LONG_KEYS(LONG_KEYS)
  ) u_decode (
      .word_i(d_word),
      .control_o(d_control)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {d_valid_q, r_valid_q} <= '0;
    else if (start_i) {d_valid_q, r_valid_q} <= 2'b10;
    else if (stop_i) {d_valid_q, r_valid_q} <= '0;
    else if (running_i) begin
      d_valid_q <= 1'b1;
      if (jump_i) r_valid_q <= 1'b0;
      else if (r_free_i) r_valid_q <= d_valid_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (read) begin
      next_q   <= place + 1'b1;
      d_past_q <= 32'(place) >= PROGRAM_WORDS;
    end
    if (r_free_i && d_valid_q) begin
      r_word_q <= d_word;
      r_control_q <= d_control;
      r_control_q.illegal <= d_control.illegal || d_past_q;
    end
  end

  assign r_valid_o = r_valid_q;
  assign r_word_o = r_word_q;
  assign r_control_o = r_control_q;

endmodule
