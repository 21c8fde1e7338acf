// SPDX-License-Identifier: Apache-2.0
// Stages F and D with any program, and a program counter beside them. What is in stage R is the word of the program at
// this counter, decoded, and illegal behind the end of the program. It is there in the next cycle, or in that after it
// behind a start or a jump, and stays until it leaves. This is the contract on which the core's proofs rest.
module asip_fetch_harness
  import asip_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input logic [9:0] held_place_i,  // a place, and the program's word there
    input logic [31:0] held_word_i,
    input logic [31:0] any_word_i,  // the words elsewhere

    input logic fetch_i,
    input logic [9:0] entry_i,
    input logic start_i,
    input logic jump_i,
    input logic [10:0] target_i,
    input logic stop_i,
    input logic leaves_i,

    output logic assume_o,
    output logic holds_o,
    output logic wrong_word_o,  // another word, or decoded as another one
    output logic wrong_past_o,  // an instruction behind the end of the program is legal
    output logic wrong_time_o  // an instruction is there too early, too late, or not any more
);

  logic running_q, valid, valid_q, r_free;
  logic [31:0] word;
  control_t control, wanted;
  logic [10:0] pc_q;
  assign r_free = ~valid | leaves_i;

  asip_fetch dut (
      .clk_i,
      .rst_ni,
      .fetch_i,
      .entry_i,
      .start_i,
      .running_i(running_q),
      .jump_i,
      .target_i,
      .stop_i,
      .r_free_i(r_free),
      .r_valid_o(valid),
      .r_word_o(word),
      .r_control_o(control),
      .write_i(1'b0),
      .write_place_i('0),
      .write_word_i('0)
  );

  // A task starts while none runs, or at the end of one. Only an instruction that leaves jumps.
  assign assume_o = rst_ni & (~start_i | fetch_i) & (~fetch_i | ~running_q | stop_i) & (~leaves_i | valid & running_q) &
      (~jump_i | leaves_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {running_q, valid_q} <= '0;
    else begin
      running_q <= start_i | running_q & ~stop_i;
      if (start_i | stop_i | ~running_q) valid_q <= 1'b0;
      else valid_q <= ~jump_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (start_i) pc_q <= {1'b0, entry_i};
    else if (jump_i) pc_q <= target_i;
    else if (leaves_i) pc_q <= pc_q + 11'd1;
  end

  asip_decode u_wanted (
      .word_i(word),
      .control_o(wanted)
  );

  assign wrong_word_o = valid & ((pc_q == {1'b0, held_place_i} & word != held_word_i) | (~pc_q[10] & control != wanted));
  assign wrong_past_o = valid & pc_q[10] & ~control.illegal;
  assign wrong_time_o = valid != valid_q;

  // The invariant: stage D has the word behind that of stage R.
  logic [10:0] d_place;
  assign d_place = pc_q + 11'(valid_q);
  assign holds_o = dut.r_valid_q == valid_q & (~valid_q | running_q) & dut.d_valid_q == running_q &
      (~running_q | (dut.next_q == d_place + 11'd1 & dut.d_past_q == d_place[10] &
          (d_place != {1'b0, held_place_i} | dut.d_word == held_word_i))) &
      ~(wrong_word_o | wrong_past_o);

endmodule
