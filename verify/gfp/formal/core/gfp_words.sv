// SPDX-License-Identifier: Apache-2.0
// An arbitrary word of memory: whatever retires from its address must be made of it.
//
// place_i is the word's address. word_i is the bus's answer to every request for it, or error_i an error instead. All
// three are arbitrary, so the proof holds for all words.
module gfp_words
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
(
    input logic clk_i,
    input logic [31:2] place_i,
    input logic [31:0] word_i,
    input logic error_i,
    output logic honest_o,  // the bus answers so
    output logic holds_o,  // the invariant: prefetch buffer, and instruction of an exception return
    output logic wrong_o
);

  logic [31:2] asked_q;  // address of the access under way
  always_ff @(posedge clk_i)
    if (gfp_harness.instr_req_o & gfp_harness.instr_gnt_i) asked_q <= gfp_harness.instr_addr_o[31:2];
  assign honest_o = ~(gfp_harness.instr_out_q & gfp_harness.instr_rvalid_i & asked_q == place_i) |
      (gfp_harness.instr_err_i == error_i & (error_i | gfp_harness.instr_rdata_i == word_i));

  // This halfword may stand at this address.
  function automatic logic fits(logic [31:1] address, logic [15:0] half);
    return address[31:2] != place_i | (~error_i & half == (address[1] ? word_i[31:16] : word_i[15:0]));
  endfunction

  // An instruction as the retirement port has it: 16 bits, or 32 with the first halfword above.
  function automatic logic made_of_it(logic [31:1] pc, logic [31:0] insn);
    if (insn[31:16] == '0) return fits(pc, insn[15:0]);
    return fits(pc, insn[31:16]) & fits(pc + 31'd1, insn[15:0]);
  endfunction

  logic [31:1] head;
  logic [31:2] failed;
  logic [3:0] cause;  // of what is entered
  assign cause = gfp_harness.dut.u_retire.cause_q;
  assign head = {gfp_harness.dut.u_fetch.f_addr_q, gfp_harness.dut.u_fetch.f_odd_q} -
      31'(gfp_harness.dut.u_fetch.f_count_q);
  assign failed = gfp_harness.dut.u_fetch.f_addr_q;

  always_comb begin
    holds_o = ~gfp_harness.dut.u_fetch.f_pending_q | gfp_harness.dut.u_fetch.f_kill_q | asked_q == failed;
    for (int i = 0; i < 4; i++)
      holds_o &= 3'(i) >= gfp_harness.dut.u_fetch.f_count_q |
          fits(head + 31'(i), gfp_harness.dut.u_fetch.f_buf_q[i]);
    holds_o &= ~gfp_harness.dut.u_fetch.f_error_q | failed != place_i | error_i;
    holds_o &= ~(gfp_harness.dut.u_control.x_state_q == X_RETURN | gfp_harness.chained) |
        made_of_it(gfp_harness.dut.u_retire.return_pc_q[31:1], gfp_harness.dut.u_retire.return_insn_q);
    // An entry for an instruction that has not arrived completely reports it.
    holds_o &= ~gfp_harness.chained | cause == CAUSE_DATA_BUS_ERROR;
    holds_o &= gfp_harness.dut.u_control.x_state_q != X_ENTRY | ~gfp_harness.dut.u_control.x_svc_q | cause == CAUSE_NONE;
    holds_o &= gfp_harness.dut.u_control.x_state_q != X_ENTRY | gfp_harness.chained | (gfp_harness.dut.f_valid &
        (cause == CAUSE_FETCH_BUS_ERROR ? gfp_harness.dut.f_error :
         cause == CAUSE_INVALID_STATE | (gfp_harness.psr.thumb & ~gfp_harness.dut.f_error)));
  end

  // A fault in place of an instruction shows the word 0 at the retirement port. Its cause is a bus error if a word of
  // the instruction was answered with an error: the first word, or that of the second halfword.
  logic no_word, fetch_fault;
  logic [31:1] pc, hit;
  assign pc = gfp_harness.retire_o.pc[31:1];
  assign hit = pc + 31'(gfp_harness.u_reference.u_fetch.count_q != '0);
  assign fetch_fault = gfp_harness.retire_o.cause == CAUSE_FETCH_BUS_ERROR;
  assign no_word = gfp_harness.retire_o.insn == '0 &
      (fetch_fault | gfp_harness.retire_o.cause == CAUSE_INVALID_STATE);
  assign wrong_o = gfp_harness.retire_o.valid & ((~no_word & ~made_of_it(pc, gfp_harness.retire_o.insn)) |
      (fetch_fault & (~no_word | (hit[31:2] == place_i & ~error_i))));

endmodule
