// SPDX-License-Identifier: Apache-2.0
// The gfp core: ARMv6-M in two stages, with the Galois-field unit beside the ALU.
//
// Stage f fetches (gfp_fetch). Stage x decodes (gfp_decode), reads, executes and writes
// (gfp_writeback), at the word of gfp_control; this file joins its parts and chooses operands. An
// instruction stays at the head of the prefetch buffer until its last cycle, so no part of it needs
// a register of its own. It takes one cycle, unless it uses memory, branches, or uses the system
// registers (doc/gfp.md).
//
// Instruction and data ports follow OBI: request and grant, then rvalid; at most one access
// outstanding on each. data_wdata_o belongs to the response phase (it is valid while a store waits
// for rvalid), which saves a third register read port.
//
// Parameters. An instruction that a configuration lacks is illegal.
//   GF                 0: no Galois-field unit
//   GF_LANES           4, or 1 or 2: its operations (save gfadd) then take 4 / GF_LANES cycles
//   GF_MIN_DEGREE      smallest degree of a field that gfcfg accepts
//   GF_SQUARERS        0: no gfpow
//   GF_INVERSE         0: no gfinv; has to be 0 without squarers
//   GF_INVERSE_CYCLES  1 to 4: cycles of gfinv and gfpow, with registers in the unit; with fewer lanes
//                      1, 2 or 4, in each step
//   GF_GATE_REDUCTION  0, GF_ISOLATE = 0: the unit's reductions, its operands, are not kept quiet when
//                      they are not needed; for measurements of what that saves
//   GF_FIELD2          1: a second field register, and gfmulb, gfinvb and so on, which use it
//   GF_MA              1: gfma; the register file has three read ports
//   GF_MAC             1, 2: gfmac32 in so many cycles; 1 gives the register file four read ports
//   GF_TEST            1: gftst and gfcmp, which test lanes
//   GF_HIGH            1: gfldr, gfstr and gfror, which take any register
//   SUBSET             1: only what the workloads use (gfp_decode), and no exceptions: a fault ends in
//                      lockup
//   MUL_CYCLES         cycles of MULS: 1, or 32, in which the adder of the ALU multiplies
//   INTERRUPTS         external interrupts, 1 to 32, and with them NMI, PendSV, SysTick and the System
//                      Control Space at 0xe000e000; 0: none of these (gfp_interrupts)
module gfp_core
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
#(
    parameter bit GF = 1'b1,
    parameter int unsigned GF_LANES = 4,
    parameter int unsigned GF_MIN_DEGREE = 2,
    parameter bit GF_SQUARERS = 1'b1,
    parameter bit GF_INVERSE = 1'b1,
    parameter int unsigned GF_INVERSE_CYCLES = 1,
    parameter bit GF_GATE_REDUCTION = 1'b1,
    parameter bit GF_ISOLATE = 1'b1,
    parameter bit GF_FIELD2 = 1'b0,
    parameter bit GF_MA = 1'b0,
    parameter int unsigned GF_MAC = 0,
    parameter bit GF_TEST = 1'b0,
    parameter bit GF_HIGH = 1'b0,
    parameter bit SUBSET = 1'b0,
    parameter int unsigned MUL_CYCLES = 1,
    parameter int unsigned INTERRUPTS = 0
) (
    input logic clk_i,
    input logic rst_ni,

    output logic instr_req_o,
    output logic [31:0] instr_addr_o,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,

    output logic data_req_o,
    output logic [31:0] data_addr_o,
    output logic data_we_o,
    output logic [3:0] data_be_o,
    input logic data_gnt_i,
    input logic data_rvalid_i,
    input logic [31:0] data_rdata_i,
    input logic data_err_i,
    output logic [31:0] data_wdata_o,

    input logic [31:0] irq_i,  // synchronous to the clock; those from INTERRUPTS up are ignored
    input logic nmi_i,
    output logic sleeping_o,  // in WFI, WFE or after a return with SLEEPONEXIT
    output logic sleep_timed_o,  // SysTick, and not only a line, may end the sleep

    input debug_t debug_i,
    output debug_rsp_t debug_o,
    output logic lockup_o,

    output retire_t retire_o
);

  // Execute stage, names as at the ports of gfp_control and gfp_lsu
  decoded_t dec;
  psr_t psr, psr_next;
  phase_t phase;
  lsu_t lsu;
  logic [3:0] x_step;
  logic exec, done, trap, svc, svc_taken, exc_return, psp_return, thread_return, misaligned;
  logic [3:0] cause;
  logic [31:0] sum, rdata;

  // Interrupts
  logic irq_taken, tail_chain, asleep, sleep_stall, svc_allowed, fault_locks, derived;
  logic [5:0] entry_number;  // of the exception that is entered
  logic entry_interrupt;  // it is an interrupt
  logic entry_chained;  // the frame is there already: it takes the place of a return
  logic to_thread;  // its own return will lead to no handler

  // Debugger
  logic halted, dbg_write, dbg_is_reg, dbg_pc;
  logic [3:0] dbg_reg;

  // --------------------------------------------------------------------------------------------
  // Stage f, decoder

  logic f_valid, f_error, f_stuck, f_wide, f_hold, redirect, pc_load, pc_is_next;
  logic [31:0] f_insn;
  logic [31:1] pc, pc_target;

  gfp_fetch u_fetch (
      .clk_i,
      .rst_ni,
      .instr_req_o,
      .instr_addr_o,
      .instr_gnt_i,
      .instr_rvalid_i,
      .instr_rdata_i,
      .instr_err_i,
      .hold_i(f_hold),
      .take_i({done & f_wide, done & ~f_wide}),
      .redirect_i(redirect),
      .pc_load_i(pc_load),
      .target_i(sum[31:1]),
      .pc_target_i(pc_target),
      .stuck_o(f_stuck),
      .thumb_i(psr.thumb),
      .valid_o(f_valid),
      .error_o(f_error),
      .wide_o(f_wide),
      .insn_o(f_insn),
      .pc_of_next_i(pc_is_next),
      .pc_o(pc)
  );

  gfp_decode #(
      .GF(GF),
      .GF_LANES(GF_LANES),
      .GF_SQUARERS(GF_SQUARERS),
      .GF_INVERSE(GF_INVERSE),
      .GF_INVERSE_CYCLES(GF_INVERSE_CYCLES),
      .GF_ISOLATE(GF_ISOLATE),
      .GF_FIELD2(GF_FIELD2),
      .GF_MA(GF_MA),
      .GF_MAC(GF_MAC),
      .GF_TEST(GF_TEST),
      .GF_HIGH(GF_HIGH),
      .SUBSET(SUBSET)
  ) u_decode (
      .insn_i(f_insn),
      .dec_o (dec)
  );

  // --------------------------------------------------------------------------------------------
  // Control

  logic access_active, field_legal;
  logic mul_done;

  if (GF_MAC > 2) begin : gen_check
    $fatal(1, "gfp_core: GF_MAC must be 0, 1 or 2");
  end

  // The last step of the longest operation of the unit, and of any other instruction.
  localparam int unsigned UnitLast = (GF_INVERSE ? GF_INVERSE_CYCLES : 1) * 4 / GF_LANES - 1;
  localparam int unsigned LastStep = GF & UnitLast > 3 ? UnitLast : 3;

  gfp_control #(
      .SUBSET(SUBSET),
      .LAST_STEP(LastStep)
  ) u_control (
      .clk_i,
      .rst_ni,
      .valid_i(f_valid),
      .error_i(f_error),
      .dec_i(dec),
      .condition_i(f_insn[27:24]),
      .psr_i(psr),
      .bkpt_legal_i(debug_i.enable),
      .lsu_i(lsu),
      .misaligned_i(misaligned),
      .field_legal_i(field_legal),
      .mul_done_i(mul_done),
      .asleep_i(asleep),
      .f_stuck_i(f_stuck),
      .sum_i(sum),
      .rdata_i(rdata),
      .irq_taken_i(irq_taken),
      .tail_chain_i(tail_chain),
      .sleep_stall_i(sleep_stall),
      .svc_allowed_i(svc_allowed),
      .fault_locks_i(fault_locks),
      .derived_i(derived),
      .halted_i(halted),
      .dbg_pc_i(dbg_pc),
      .dbg_target_i(debug_i.wdata[31:1]),
      .phase_o(phase),
      .step_o(x_step),
      .exec_o(exec),
      .done_o(done),
      .access_o(access_active),
      .svc_o(svc),
      .svc_taken_o(svc_taken),
      .trap_o(trap),
      .cause_o(cause),
      .exc_return_o(exc_return),
      .psp_return_o(psp_return),
      .thread_return_o(thread_return),
      .hold_o(f_hold),
      .redirect_o(redirect),
      .pc_load_o(pc_load),
      .pc_target_o(pc_target),
      .pc_is_next_o(pc_is_next)
  );
  assign lockup_o = phase.lockup;

  // --------------------------------------------------------------------------------------------
  // Load-store unit

  logic access, access_gnt, access_rvalid, access_err;  // at the port, or in gfp_interrupts
  logic [1:0] byte_offset;
  logic [31:0] a_data, b_data, c_data, d_data;
  logic [31:0] xpsr;
  logic [63:0] field, dbg_field;

  gfp_lsu u_lsu (
      .clk_i,
      .rst_ni,
      .active_i(access_active),
      // The access may load PC, so it waits until the instruction port is free (gfp_control).
      .hold_i(f_hold & f_stuck),
      .skip_i(derived),
      .phase_i(phase),
      .chained_i(entry_chained),
      .dec_i(dec),
      .addr_i(sum),
      .word_i(b_data),
      .field_i(field),
      .pc_i(pc),
      .xpsr_i(xpsr),
      .aligned_i(a_data[2]),
      .lsu_o(lsu),
      .misaligned_o(misaligned),
      .byte_o(byte_offset),
      .data_req_o(access),
      .data_we_o,
      .data_be_o,
      .data_wdata_o,
      .data_gnt_i(access_gnt),
      .data_rvalid_i(access_rvalid),
      .data_err_i(access_err)
  );
  assign data_addr_o = sum;

  // --------------------------------------------------------------------------------------------
  // Register file

  logic [3:0] ra, rb;
  logic   gf_late;  // an instruction that accumulates reads its third and fourth register
  write_t write;

  localparam int unsigned ReadPorts = ~GF ? 2 : GF_MAC == 1 ? 4 : GF_MA ? 3 : 2;
  assign gf_late = dec.gf_two & x_step[0];

  always_comb begin
    if (halted) ra = dbg_reg;
    else if (phase.frame) ra = file_entry(ArchSp, psr.spsel);
    else if (gf_late) ra = dec.rh;
    else ra = dec.mrs ? dec.ra : file_entry(dec.ra, psr.spsel);

    // Port B reads the index register during a store's address phase, and its data afterwards.
    if (phase.entry) rb = frame_entry(lsu.data_beat[2:0]);
    else if (gf_late) rb = dec.rd;
    else if (~(dec.store & ~lsu.first)) rb = file_entry(dec.rb, psr.spsel);
    else if (dec.multi) rb = lsu.data_beat[3] ? RegLr : lsu.data_beat;
    else rb = dec.rt;
  end

  gfp_regfile #(
      .READ_PORTS(ReadPorts)
  ) u_regfile (
      .clk_i,
      .ra_i(ra),
      .ra_data_o(a_data),
      .rb_i(rb),
      .rb_data_o(b_data),
      .accumulate_i(exec & dec.gf_add & ~dec.gf_two),
      .rc_i(dec.rc),
      .rc_data_o(c_data),
      .rd_i(dec.rh),
      .rd_data_o(d_data),
      .we0_i(write.we0),
      .wa0_i(write.addr0),
      .wd0_i(write.data0),
      .we1_i(write.we1),
      .wa1_i(write.addr1),
      .wd1_i(write.data1)
  );

  // --------------------------------------------------------------------------------------------
  // Units, write-back

  logic carry, overflow;
  logic [31:0] mrs, flagged;
  logic some_zero;  // a byte of it is

  always_comb begin
    some_zero = 1'b0;
    for (int unsigned i = 0; i < 4; i++) some_zero |= flagged[8*i+:8] == '0;
  end

  gfp_execute #(
      .GF(GF),
      .GF_LANES(GF_LANES),
      .GF_MIN_DEGREE(GF_MIN_DEGREE),
      .GF_SQUARERS(GF_SQUARERS),
      .GF_INVERSE(GF_INVERSE),
      .GF_INVERSE_CYCLES(GF_INVERSE_CYCLES),
      .GF_GATE_REDUCTION(GF_GATE_REDUCTION),
      .GF_ISOLATE(GF_ISOLATE),
      .GF_FIELD2(GF_FIELD2),
      .GF_MAC(GF_MAC),
      .MUL_CYCLES(MUL_CYCLES)
  ) u_execute (
      .clk_i,
      .rst_ni,
      .phase_i(phase),
      .lsu_i(lsu),
      .step_i(x_step),
      .exec_i(exec),
      .done_i(done),
      .dec_i(dec),
      .sysm_i(f_insn[7:0]),
      .psr_i(psr),
      .pc_i(pc),
      .entry_number_i(entry_number),
      .to_thread_i(to_thread),
      .chained_i(entry_chained),
      .a_entry_i(ra),
      .a_i(a_data),
      .b_i(b_data),
      .c_i(c_data),
      .d_i(d_data),
      .gf_late_i(gf_late),
      .mrs_i(mrs),
      .rdata_i(rdata),
      .byte_i(byte_offset),
      .halted_i(halted),
      .dbg_write_i(dbg_write),
      .dbg_is_reg_i(dbg_is_reg),
      .dbg_reg_i(dbg_reg),
      .debug_i,
      .sum_o(sum),
      .carry_o(carry),
      .overflow_o(overflow),
      .mul_done_o(mul_done),
      .field_legal_o(field_legal),
      .field_o(field),
      .dbg_field_o(dbg_field),
      .flagged_o(flagged),
      .write_o(write)
  );

  // --------------------------------------------------------------------------------------------
  // Program status

  gfp_psr #(
      .SUBSET(SUBSET)
  ) u_psr (
      .clk_i,
      .rst_ni,
      .set_nz_i(done & dec.set_nz),
      .set_c_i(done & (dec.set_cv | (dec.shift & dec.set_nz))),
      .set_v_i(done & dec.set_cv),
      .n_i(dec.lanes ? flagged == '0 : flagged[31]),
      .z_i(dec.lanes ? some_zero : flagged == '0),
      .c_i(carry),
      .v_i(overflow),
      .msr_i(done & dec.msr),
      .sysm_i(f_insn[7:0]),
      .value_i(a_data),
      .cps_i(done & dec.cps),
      .cps_mask_i(f_insn[20]),
      .set_thumb_i((done & (dec.interwork | dec.pop_pc) & ~exc_return) |
                   ((phase.entry | phase.reset) & lsu.done)),
      .thumb_i(phase.run & dec.interwork ? sum[0] : rdata[0]),
      .enter_i(phase.entry & lsu.done),
      .enter_number_i(entry_number),
      .return_i(exc_return),
      .return_psp_i(psp_return),
      .unstack_i(phase.returning & lsu.done),
      .frame_xpsr_i(rdata),
      .dbg_xpsr_i(dbg_write & debug_i.addr == DbgXpsr),
      .dbg_primask_i(dbg_write & debug_i.addr == DbgPrimask),
      .dbg_control_i(dbg_write & debug_i.addr == DbgControl),
      .dbg_wdata_i(debug_i.wdata),
      .psr_o(psr),
      .next_o(psr_next),
      .mrs_o(mrs),
      .xpsr_o(xpsr)
  );

  // --------------------------------------------------------------------------------------------
  // Interrupts

  gfp_interrupts #(
      .INTERRUPTS(INTERRUPTS)
  ) u_interrupts (
      .clk_i,
      .rst_ni,
      .irq_i,
      .nmi_i,
      .sleeping_o,
      .sleep_timed_o,
      .psr_i(psr),
      .halted_i(halted),
      .redirected_i(dbg_pc),
      .ready_i(phase.run & f_valid & ~halted),
      .dec_i(dec),
      .second_step_i(x_step == 4'd1),
      .exec_i(exec),
      .done_i(done),
      .irq_taken_o(irq_taken),
      .asleep_o(asleep),
      .sleep_stall_o(sleep_stall),
      .svc_allowed_o(svc_allowed),
      .fault_locks_o(fault_locks),
      .svc_taken_i(svc_taken),
      .svc_i(svc),
      .run_state_i(phase.run),
      .exc_return_i(exc_return),
      .exc_return_thread_i(thread_return),
      .returned_i(phase.returning & lsu.done),
      .tail_chain_o(tail_chain),
      .frame_failed_i(phase.frame & lsu.error),
      .derived_o(derived),
      .entry_i(phase.entry),
      .vector_i(lsu.vector),
      .entered_i(phase.entry & lsu.done),
      .number_o(entry_number),
      .interrupt_o(entry_interrupt),
      .chained_o(entry_chained),
      .to_thread_o(to_thread),
      .access_i(access),
      .addr_i(sum),
      .we_i(data_we_o),
      .be_i(data_be_o),
      .wdata_i(data_wdata_o),
      .gnt_o(access_gnt),
      .rvalid_o(access_rvalid),
      .err_o(access_err),
      .rdata_o(rdata),
      .data_req_o,
      .data_gnt_i,
      .data_rvalid_i,
      .data_err_i,
      .data_rdata_i
  );

  // --------------------------------------------------------------------------------------------
  // Debugger

  gfp_debug u_debug (
      .clk_i,
      .rst_ni,
      .debug_i,
      .ready_i(phase.run & f_valid),
      .running_i(exec & ~asleep),
      .done_i(done),
      .completed_i((done & ~exc_return) | (phase.frame & lsu.done)),
      .bkpt_i(dec.bkpt),
      .psp_i(psr.spsel),
      .halted_o(halted),
      .write_o(dbg_write),
      .is_reg_o(dbg_is_reg),
      .reg_o(dbg_reg)
  );

  assign dbg_pc = dbg_write & debug_i.addr == DbgPc;

  always_comb begin
    debug_o.halted = halted;
    case (debug_i.addr)
      DbgPc: debug_o.rdata = {pc, 1'b0};
      DbgXpsr: debug_o.rdata = xpsr;
      DbgPrimask: debug_o.rdata = 32'(psr.primask);
      DbgControl: debug_o.rdata = {30'd0, psr.spsel, 1'b0};
      DbgFieldLow, DbgSecondLow: debug_o.rdata = dbg_field[31:0];
      DbgFieldHigh, DbgSecondHigh: debug_o.rdata = dbg_field[63:32];
      default: debug_o.rdata = a_data;
    endcase
  end

  // --------------------------------------------------------------------------------------------
  // Retirement port

  gfp_retire u_retire (
      .clk_i,
      .done_i(done),
      .exc_return_i(exc_return),
      .returned_i(phase.returning & lsu.done),
      .return_failed_i(lsu.error & (phase.returning | (phase.entry & entry_chained))),
      .entered_i(phase.entry & lsu.done),
      .interrupt_i(entry_interrupt),
      .chained_i(entry_chained),
      .trap_i(trap | svc_taken | irq_taken | tail_chain | (lsu.error & ~phase.run)),
      .cause_i(irq_taken | tail_chain ? CAUSE_NONE : phase.run ? cause : CAUSE_DATA_BUS_ERROR),
      .lockup_i(phase.lockup),
      .pc_i(pc),
      .pc_is_next_i(pc_is_next),
      .wide_i(f_wide),
      .insn_i(f_insn),
      .jump_i(redirect | pc_load),
      .target_i(pc_load ? pc_target : sum[31:1]),
      .access_i(access & access_gnt),
      .access_addr_i(sum),
      .access_we_i(data_we_o),
      .access_be_i(data_be_o),
      .access_done_i(lsu.data),
      .misaligned_i(misaligned),
      .misaligned_addr_i(dec.multi ? a_data : sum),
      .wdata_i(data_wdata_o),
      .rdata_i(rdata),
      .write_i(write),
      .psr_i(psr_next),
      .retire_o
  );

endmodule
