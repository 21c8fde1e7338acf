// SPDX-License-Identifier: Apache-2.0
// Stage f: instruction port and a buffer of one word.
//
// The stage is the response phase of the port. In the same cycle the port asks for the next word,
// whose address stage d may just have computed: a taken branch costs nothing. f_pc_q is the address
// to ask for next; f_word_pc_q that of the word on its way or in the buffer. A word is asked for
// only if the buffer will be empty then, so that each answer has a place.
//
// redirect_i: the next request is for target_i. drop_i: the word on its way, or in the buffer, is
// not wanted. The word that a branch leaves on its way is its delay slot, which is wanted.
//
// Port rules: at most one access outstanding; a request stays, with its address, until granted.
// stuck_o says that an ungranted request occupies the port: no redirect_i and no drop_i then.
module mips_fetch
  import mips_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    output logic instr_req_o,
    output logic [31:0] instr_addr_o,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,

    input logic run_i,  // not halted
    input logic take_i,  // stage d is free for the word
    input logic redirect_i,
    input logic drop_i,
    input logic [31:0] target_i,

    // For the debugger: behind the word at target_i, or at f_pc_q, comes the one at after_i.
    input logic pair_i,
    input logic [31:0] after_i,
    input logic dbg_pc_i,
    input logic [31:0] dbg_wdata_i,
    output logic [31:0] after_o,  // of the word behind next_pc_o

    output logic stuck_o,
    output logic on_way_o,  // a word, or an error in its place, is on its way or here
    output logic valid_o,  // here
    output logic error_o,
    output logic [31:0] insn_o,
    output logic [31:0] word_pc_o,  // of the word on its way
    output logic [31:0] next_pc_o  // of the next word, whether or not it is on its way
);

  logic f_pending_q, f_kill_q, f_stuck_q, f_full_q, f_error_q, f_paired_q;
  logic [31:0] f_pc_q, f_word_pc_q, f_insn_q, f_after_q;

  logic arrives, room, free, granted;
  logic [31:0] addr, behind;

  assign arrives = instr_rvalid_i & ~f_kill_q;
  assign valid_o = f_full_q | arrives;
  assign insn_o = f_full_q ? f_insn_q : instr_rdata_i;
  assign error_o = f_full_q ? f_error_q : instr_err_i;
  assign room = take_i | drop_i | ~valid_o;
  assign free = ~f_pending_q | instr_rvalid_i;

  assign addr = redirect_i ? target_i : f_pc_q;
  assign instr_req_o = run_i & (f_stuck_q | (free & room));
  assign instr_addr_o = {addr[31:2], 2'b00};
  assign granted = instr_req_o & instr_gnt_i;

  assign stuck_o = f_stuck_q;
  assign on_way_o = f_full_q | (f_pending_q & ~f_kill_q);
  assign word_pc_o = f_word_pc_q;
  assign next_pc_o = on_way_o ? f_word_pc_q : f_pc_q;

  assign behind = f_paired_q & ~redirect_i ? f_after_q : addr + 32'd4;
  assign after_o = on_way_o ? f_pc_q : f_paired_q ? f_after_q : f_pc_q + 32'd4;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_pc_q <= VectorReset;
      f_pending_q <= 1'b0;
      f_kill_q <= 1'b0;
      f_stuck_q <= 1'b0;
      f_full_q <= 1'b0;
      f_paired_q <= 1'b0;
    end else begin
      if (dbg_pc_i) f_pc_q <= dbg_wdata_i;
      else f_pc_q <= granted ? behind : addr;
      f_pending_q <= granted | (f_pending_q & ~instr_rvalid_i);
      f_kill_q <= f_pending_q & ~instr_rvalid_i & (f_kill_q | drop_i);
      f_stuck_q <= instr_req_o & ~instr_gnt_i;
      f_full_q <= valid_o & ~take_i & ~drop_i;
      if (pair_i) f_paired_q <= 1'b1;
      else if (granted | redirect_i | dbg_pc_i) f_paired_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (granted) f_word_pc_q <= addr;
    if (arrives & ~f_full_q) {f_insn_q, f_error_q} <= {instr_rdata_i, instr_err_i};
    if (pair_i) f_after_q <= after_i;
  end

endmodule
