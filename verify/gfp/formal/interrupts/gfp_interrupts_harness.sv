// SPDX-License-Identifier: Apache-2.0
// gfp_interrupts, with the controller in it, beside its specification, with the same inputs. Every wrong_* output must be 0
// while assume_o is 1, in any state with holds_o = 1; reset must lead to such a state, and no cycle away from them.
//
// The verdict compares outputs only, and asks that the controller is used as its own specification wants it (wrong_use_o).
module gfp_interrupts_harness
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
#(
    parameter int unsigned INTERRUPTS = 32
) (
    input logic clk_i,
    input logic rst_ni,
    input logic [31:0] irq_i,
    input logic nmi_i,
    input psr_t psr_i,
    input logic halted_i,
    input logic redirected_i,
    input logic ready_i,
    input logic sev_i,
    input logic wfe_i,
    input logic wfi_i,
    input logic second_step_i,
    input logic exec_i,
    input logic done_i,
    input logic svc_taken_i,
    input logic run_state_i,
    input logic exc_return_i,
    input logic returned_i,
    input logic frame_failed_i,
    input logic entry_i,
    input logic vector_i,
    input logic entered_i,
    input logic access_i,
    input logic [31:0] addr_i,
    input logic we_i,
    input logic [3:0] be_i,
    input logic [31:0] wdata_i,
    input logic data_gnt_i,
    input logic data_rvalid_i,
    input logic data_err_i,
    input logic [31:0] data_rdata_i,
    input logic starts_i,
    input logic fault_i,

    output logic assume_o,
    output logic holds_o,
    output logic [20:0] rule_o,  // its parts
    output logic wrong_take_o,
    output logic wrong_enter_o,
    output logic wrong_sleep_o,
    output logic wrong_bus_o,
    output logic wrong_use_o
);

  decoded_t dec_i;
  always_comb begin
    dec_i = '0;
    {dec_i.sev, dec_i.wfe, dec_i.wfi} = {sev_i, wfe_i, wfi_i};
  end

  logic sleeping_o, sleep_timed_o, irq_taken_o, asleep_o, sleep_stall_o, svc_allowed_o, fault_locks_o, tail_chain_o, derived_o;
  logic interrupt_o, chained_o, to_thread_o, gnt_o, rvalid_o, err_o, data_req_o;
  logic [5:0] number_o;
  logic [31:0] rdata_o;
  gfp_interrupts #(
      .INTERRUPTS(INTERRUPTS)
  ) dut (
      .svc_i(1'b0),  // for INTERRUPTS = 0
      .exc_return_thread_i(1'b0),
      .*
  );

  logic sleeping, sleep_timed, irq_taken, asleep, sleep_stall, svc_allowed, fault_locks, tail_chain, derived;
  logic interrupt, chained, to_thread, gnt, rvalid, err, data_req, kept, decided, sound;
  logic [5:0] number;
  logic [31:0] rdata;
  gfp_interrupts_spec #(
      .INTERRUPTS(INTERRUPTS)
  ) spec (
      .sleeping_o(sleeping),
      .sleep_timed_o(sleep_timed),
      .irq_taken_o(irq_taken),
      .asleep_o(asleep),
      .sleep_stall_o(sleep_stall),
      .svc_allowed_o(svc_allowed),
      .fault_locks_o(fault_locks),
      .tail_chain_o(tail_chain),
      .derived_o(derived),
      .number_o(number),
      .interrupt_o(interrupt),
      .chained_o(chained),
      .to_thread_o(to_thread),
      .gnt_o(gnt),
      .rvalid_o(rvalid),
      .err_o(err),
      .rdata_o(rdata),
      .data_req_o(data_req),
      .legal_o(assume_o),
      .kept_o(kept),
      .decided_o(decided),
      .sound_o(sound),
      .begun_q(),
      .sleeps_q(),
      .first_q(),
      .scs_q(),
      .scs_we_q(),
      .scs_word_q(),
      .scs_addr_q(),
      .pending_q(),
      .active_q(),
      .level_q(),
      .began_q(),
      .enabled_q(),
      .line_q(),
      .event_q(),
      .scr_q(),
      .timer_q(),
      .flag_q(),
      .reload_q(),
      .current_q(),
      .returning_q(),
      .left_q(),
      .*
  );

  // What is entered matters from the vector on; whether a fault locks up, where there can be one.
  assign wrong_take_o = irq_taken_o != irq_taken | tail_chain_o != tail_chain | svc_allowed_o != svc_allowed |
      (run_state_i & fault_locks_o != fault_locks) | derived_o != derived;
  assign wrong_enter_o = (decided & number_o != number) |
      (entry_i & {interrupt_o, chained_o, to_thread_o} != {interrupt, chained, to_thread});
  assign wrong_sleep_o = {asleep_o, sleep_stall_o, sleeping_o, sleep_timed_o} != {asleep, sleep_stall, sleeping, sleep_timed};
  assign wrong_bus_o = {data_req_o, rvalid_o, err_o, rdata_o} != {data_req, rvalid, err, rdata} | (access_i & gnt_o != gnt);
  assign wrong_use_o = ~kept;

  // --------------------------------------------------------------------------------------------
  // The invariant

  logic [INTERRUPTS+1:0][1:0] priorities;
  always_comb
    for (int unsigned s = 0; s < INTERRUPTS + 2; s++) priorities[s] = dut.gen_interrupts.u_nvic.priority_q[s];

  gfp_nvic_rules #(
      .INTERRUPTS(INTERRUPTS)
  ) u_rules (
      .dut_pending_i(dut.gen_interrupts.u_nvic.pending_q),
      .dut_nmi_i({dut.gen_interrupts.u_nvic.nmi_pending_q, dut.gen_interrupts.u_nvic.nmi_line_q}),
      .dut_line_i(dut.gen_interrupts.u_nvic.line_q),
      .dut_enable_i(dut.gen_interrupts.u_nvic.enable_q),
      .dut_active_i(dut.gen_interrupts.u_nvic.active_q),
      .dut_priority_i(priorities),
      .dut_svc_priority_i(dut.gen_interrupts.u_nvic.svc_priority_q),
      .dut_level_i(dut.gen_interrupts.u_nvic.x_level_q),
      .dut_event_i({dut.gen_interrupts.u_nvic.event_q, dut.gen_interrupts.u_nvic.sev_on_pend_q,
                    dut.gen_interrupts.u_nvic.sleep_deep_q, dut.gen_interrupts.u_nvic.sleep_on_exit_q}),
      .dut_timer_i({dut.gen_interrupts.u_nvic.u_systick.interrupt_q, dut.gen_interrupts.u_nvic.u_systick.enable_q,
                    dut.gen_interrupts.u_nvic.u_systick.flag_q}),
      .dut_reload_i(dut.gen_interrupts.u_nvic.u_systick.reload_q),
      .dut_current_i(dut.gen_interrupts.u_nvic.u_systick.current_q),
      .pending_i(spec.pending_q),
      .active_i(spec.active_q),
      .level_i(spec.level_q),
      .began_i(spec.began_q),
      .enabled_i(spec.enabled_q),
      .line_i(spec.line_q),
      .event_i({spec.event_q, spec.scr_q}),
      .timer_i({spec.timer_q, spec.flag_q}),
      .reload_i(spec.reload_q),
      .current_i(spec.current_q),
      .returning_i(spec.returning_q),
      .left_i(spec.left_q),
      .rule_o(rule_o[12:0])
  );

  logic entering, returning;
  assign entering  = spec.mode_q == 3'd2;  // ENTRY
  assign returning = spec.mode_q == 3'd3;  // RETURN
  always_comb begin
    rule_o[13] = sound;
    rule_o[14] = {dut.gen_interrupts.x_busy_q, dut.gen_interrupts.x_sleep_stall_q, dut.gen_interrupts.x_returned_q} ==
        {spec.begun_q, spec.sleeps_q, spec.first_q};
    rule_o[15] = dut.gen_interrupts.x_hardfault_q == spec.active_q[3];
    rule_o[16] = dut.gen_interrupts.x_scs_q == spec.scs_q;
    rule_o[17] = ~spec.scs_q | {dut.gen_interrupts.x_scs_addr_q, dut.gen_interrupts.x_scs_we_q, dut.gen_interrupts.x_scs_word_q} ==
        {spec.scs_addr_q, spec.scs_we_q, spec.scs_word_q};
    // What is entered.
    rule_o[18] = ~entering | dut.gen_interrupts.x_number_q == number;
    rule_o[19] = ~(entering | returning) | {dut.gen_interrupts.x_interrupt_q, dut.gen_interrupts.x_chained_q} == {interrupt, chained};
    rule_o[20] = ~entering | spec.derived_q | dut.gen_interrupts.x_vector_q == spec.asked_q;
  end
  assign holds_o = &rule_o;

endmodule
