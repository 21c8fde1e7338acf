// SPDX-License-Identifier: Apache-2.0
// Control of the execute stage: its state, when an instruction runs and ends, faults, and where the
// next instruction comes from.
//
// An instruction stays at the head of the prefetch buffer until its last cycle (done_o). What keeps
// it there longer than one cycle, and why:
//   memory        gfp_lsu has not seen the last answer; a register is written when its word is here
//   extra cycles  the decoder's `extra`, as many as the Cortex-M0+ takes; a unit with fewer lanes
//                 needs them to compute
//   multiplier    the serial multiplier has not added all partial products
//   f_stuck       a taken branch puts its target on the instruction port at once. While an
//                 ungranted request is there, its address must not change (OBI): the branch waits
//   asleep        WFI, WFE: there is nothing to do until an event
// What keeps an instruction from starting:
//   not valid     it has not arrived whole
//   halted        the debugger has the core
//   irq_taken     an interrupt comes first; a started instruction is not given up, so that its
//                 accesses are not made twice
//   sleep_stall   sleep on exit from a handler: as if WFI stood in front of the instruction
// There is no bypass: one instruction executes at a time, and the register file reads what the
// last one wrote. The prefetch buffer is no hazard either, since a store to code needs an ISB,
// which refills it.
module gfp_control
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
#(
    parameter bit SUBSET = 1'b0,
    parameter int unsigned LAST_STEP = 3  // of any instruction without memory access
) (
    input logic clk_i,
    input logic rst_ni,

    // The instruction at hand
    input logic valid_i,
    input logic error_i,  // fetched with a bus error
    input decoded_t dec_i,
    input logic [27:24] condition_i,  // its condition field
    input psr_t psr_i,
    input logic bkpt_legal_i,  // there is a debugger

    // What it waits for, what it finds
    input lsu_t lsu_i,
    input logic misaligned_i,
    input logic field_legal_i,  // of a descriptor that is being loaded
    input logic mul_done_i,
    input logic asleep_i,
    input logic f_stuck_i,
    input logic [31:0] sum_i,
    input logic [31:0] rdata_i,

    // Interrupts, debugger
    input logic irq_taken_i,
    input logic tail_chain_i,
    input logic sleep_stall_i,
    input logic svc_allowed_i,
    input logic fault_locks_i,
    input logic derived_i,  // HardFault is entered because a frame cannot be stored or loaded
    input logic halted_i,
    input logic dbg_pc_i,  // the debugger writes PC
    input logic [31:1] dbg_target_i,

    output phase_t phase_o,
    output logic [3:0] step_o,  // cycles spent on an instruction without memory access
    output logic exec_o,  // an instruction runs, without a fault found before
    output logic done_o,  // it ends
    output logic access_o,  // gfp_lsu has something to do
    output logic svc_o,  // exception entry is for SVC
    output logic svc_taken_o,
    output logic trap_o,  // a fault is found
    output logic [3:0] cause_o,
    output logic exc_return_o,  // an exception return begins in the next cycle
    output logic psp_return_o,  // ... to a frame at PSP, says EXC_RETURN
    output logic thread_return_o,  // ... and to no handler

    // To the fetch stage
    output logic hold_o,  // ask for nothing new
    output logic redirect_o,  // to the sum
    output logic pc_load_o,  // to pc_target_o, which arrives as data
    output logic [31:1] pc_target_o,
    output logic pc_is_next_o  // PC is to be read as the next instruction's
);

  state_e x_state_q, x_state_d;
  // Bits that no step needs stay zero.
  localparam logic [3:0] StepBits = LAST_STEP > 7 ? 4'hf : LAST_STEP > 3 ? 4'h7 : 4'h3;
  logic [3:0] x_step_q;
  logic x_svc_q;

  always_comb begin
    phase_o.reset = x_state_q == X_RESET;
    phase_o.run = x_state_q == X_RUN;
    phase_o.entry = ~SUBSET & x_state_q == X_ENTRY;
    phase_o.returning = ~SUBSET & x_state_q == X_RETURN;
    phase_o.frame = phase_o.entry | phase_o.returning;
    phase_o.lockup = x_state_q == X_LOCKUP;
  end
  assign step_o = x_step_q;
  assign svc_o  = x_svc_q;

  // --------------------------------------------------------------------------------------------
  // Start: an instruction runs, or a fault is found in its place

  logic run, early, field_bad;

  assign run = phase_o.run & valid_i & ~halted_i & ~irq_taken_i & ~sleep_stall_i;
  // Faults that are known before the instruction does anything; SVC is taken in the same way.
  assign early = ~psr_i.thumb | error_i | dec_i.illegal | dec_i.svc | (dec_i.bkpt & ~bkpt_legal_i);
  assign exec_o = run & ~early;
  assign svc_taken_o = run & psr_i.thumb & ~error_i & dec_i.svc & svc_allowed_i;

  // A misaligned access is not made. A descriptor is checked when its second word arrives.
  assign access_o = phase_o.run ? exec_o & dec_i.mem & ~misaligned_i
                                : ~phase_o.lockup & ~tail_chain_i;
  assign field_bad = exec_o & dec_i.gfcfg & lsu_i.done & ~field_legal_i;
  assign trap_o = (run & early & ~svc_taken_o) | (exec_o & (misaligned_i | lsu_i.error)) |
      field_bad;

  always_comb begin  // the last that holds counts
    cause_o = CAUSE_ILLEGAL_FIELD;
    if (lsu_i.error) cause_o = CAUSE_DATA_BUS_ERROR;
    if (misaligned_i) cause_o = CAUSE_MISALIGNED;
    if (dec_i.svc) cause_o = svc_taken_o ? CAUSE_NONE : CAUSE_SVC_ESCALATION;
    if (dec_i.bkpt) cause_o = CAUSE_BREAKPOINT;
    if (dec_i.illegal) cause_o = CAUSE_ILLEGAL_INSTRUCTION;
    if (error_i) cause_o = CAUSE_FETCH_BUS_ERROR;
    if (~psr_i.thumb) cause_o = CAUSE_INVALID_STATE;
  end

  // --------------------------------------------------------------------------------------------
  // End

  logic condition, branch, wait_done;

  always_comb begin
    case (condition_i[27:25])
      3'd0: condition = psr_i.z;
      3'd1: condition = psr_i.c;
      3'd2: condition = psr_i.n;
      3'd3: condition = psr_i.v;
      3'd4: condition = psr_i.c & ~psr_i.z;
      3'd5: condition = psr_i.n == psr_i.v;
      default: condition = psr_i.n == psr_i.v & ~psr_i.z;
    endcase
    condition ^= condition_i[24];
  end

  assign branch = dec_i.branch & (condition | ~dec_i.conditional);
  assign wait_done = x_step_q == dec_i.extra & mul_done_i & ~(branch & f_stuck_i) & ~asleep_i;
  assign done_o = exec_o & (dec_i.mem ? lsu_i.done & ~field_bad : wait_done);

  // --------------------------------------------------------------------------------------------
  // Where the next instruction comes from

  // A branch by BX or POP to 0xFxxxxxxx from a handler returns from the exception instead.
  logic handler, bx_return, pop_return;
  assign handler = psr_i.ipsr != '0;
  assign bx_return = dec_i.interwork & ~dec_i.link & (sum_i[31:28] == 4'hf) & handler;
  assign pop_return = dec_i.pop_pc & (rdata_i[31:28] == 4'hf) & handler;
  assign exc_return_o = done_o & (bx_return | pop_return);
  assign psp_return_o = bx_return ? sum_i[2] : rdata_i[2];
  assign thread_return_o = bx_return ? sum_i[3] : rdata_i[3];

  // A sum is on the instruction port in the same cycle. Data arrive too late for that, so a PC from
  // a vector or the stack is loaded first, which costs one more cycle.
  assign redirect_o = done_o & branch & ~bx_return;
  assign pc_load_o = (done_o & dec_i.pop_pc & ~pop_return) |
      (phase_o.returning & lsu_i.data & lsu_i.data_beat == 4'd6) |
      ((phase_o.entry | phase_o.reset) & lsu_i.done) | dbg_pc_i;
  assign pc_target_o = halted_i ? dbg_target_i : rdata_i[31:1];

  // Words fetched now would be dropped, and their request might still occupy the port when the new
  // PC arrives. pc_load_o cannot wait for the port. So hold_o & f_stuck_i keeps gfp_lsu from
  // starting before the port is free.
  assign hold_o = ~phase_o.run | (run & dec_i.pop_pc) | dbg_pc_i;

  // SVC returns to the next instruction, a fault to the faulting one.
  assign pc_is_next_o = ~halted_i & (phase_o.run | (phase_o.entry & x_svc_q));

  // --------------------------------------------------------------------------------------------
  // State

  always_comb begin
    x_state_d = x_state_q;
    case (x_state_q)
      X_RESET: if (lsu_i.done) x_state_d = X_RUN;
      X_RUN: begin
        if (svc_taken_o | irq_taken_i) x_state_d = X_ENTRY;
        if (trap_o) x_state_d = SUBSET | fault_locks_i ? X_LOCKUP : X_ENTRY;
        if (exc_return_o) x_state_d = X_RETURN;
      end
      X_ENTRY: if (lsu_i.done) x_state_d = X_RUN;
      X_RETURN: begin
        if (lsu_i.done) x_state_d = X_RUN;
        if (tail_chain_i) x_state_d = X_ENTRY;
      end
      default: ;
    endcase
    // A frame or a vector that cannot be accessed: HardFault, if that can still be entered.
    if (~phase_o.run & lsu_i.error) x_state_d = derived_i ? X_ENTRY : X_LOCKUP;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_state_q <= X_RESET;
      x_step_q  <= '0;
    end else begin
      x_state_q <= x_state_d;
      if (done_o | dbg_pc_i) x_step_q <= '0;
      else if (exec_o & ~dec_i.mem & x_step_q != dec_i.extra)
        x_step_q <= (x_step_q + 4'd1) & StepBits;
    end
  end

  always_ff @(posedge clk_i) if (phase_o.run | lsu_i.error) x_svc_q <= svc_taken_o;

  // Only some bits of the instruction and its results are used here.
  logic unused;
  assign unused = &{1'b0, dec_i, psr_i, lsu_i, sum_i, rdata_i};

endmodule
