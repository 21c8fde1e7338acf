// SPDX-License-Identifier: Apache-2.0
// The interrupt controller beside its specification, with the same inputs. wrong_o must be 0 while assume_o is 1, in any
// state with holds_o = 1; reset must lead to such a state, and no cycle away from them.
//
// wrong_o compares only outputs. The invariant (gfp_nvic_rules) relates the controller's registers to the record of the
// specification.
module gfp_nvic_harness #(
    parameter int unsigned INTERRUPTS = 32
) (
    input logic clk_i,
    input logic rst_ni,
    input logic run_i,
    input logic [INTERRUPTS-1:0] irq_i,
    input logic nmi_i,
    input logic [5:0] ipsr_i,
    input logic primask_i,
    input logic enter_i,
    input logic [5:0] number_i,
    input logic leave_i,
    input logic returned_i,
    input logic sev_i,
    input logic wfe_i,
    input logic [11:2] addr_i,
    input logic read_i,
    input logic write_i,
    input logic [31:0] wdata_i,

    output logic assume_o,
    output logic holds_o,
    output logic [12:0] rule_o,  // its parts
    output logic wrong_preempt_o,
    output logic wrong_wake_o,
    output logic wrong_read_o
);

  logic take_o, svc_o, thread_o, wake_o, event_o, timed_o, sleep_on_exit_o;
  logic [5:0] number_o;
  logic [31:0] rdata_o;

  gfp_nvic #(.INTERRUPTS(INTERRUPTS)) dut (.*);

  logic legal, take, svc, thread, wake, event_, timed, sleep_on_exit;
  logic [5:0] number;
  logic [31:0] rdata;
  gfp_nvic_spec #(
      .INTERRUPTS(INTERRUPTS)
  ) spec (
      .legal_o(legal),
      .named_o(),
      .may_o(),
      .again_o(),
      .take_o(take),
      .number_o(number),
      .svc_o(svc),
      .thread_o(thread),
      .wake_o(wake),
      .event_o(event_),
      .timed_o(timed),
      .sleep_on_exit_o(sleep_on_exit),
      .rdata_o(rdata),
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
  assign assume_o = legal;

  assign wrong_preempt_o = take_o != take | (take & number_o != number) | svc_o != svc | thread_o != thread;
  assign wrong_wake_o = wake_o != wake | event_o != event_ | timed_o != timed | sleep_on_exit_o != sleep_on_exit;
  assign wrong_read_o = rdata_o != rdata;

  logic [INTERRUPTS+1:0][1:0] priorities;
  always_comb for (int unsigned s = 0; s < INTERRUPTS + 2; s++) priorities[s] = dut.priority_q[s];

  gfp_nvic_rules #(
      .INTERRUPTS(INTERRUPTS)
  ) rules (
      .dut_pending_i(dut.pending_q),
      .dut_nmi_i({dut.nmi_pending_q, dut.nmi_line_q}),
      .dut_line_i(dut.line_q),
      .dut_enable_i(dut.enable_q),
      .dut_active_i(dut.active_q),
      .dut_priority_i(priorities),
      .dut_svc_priority_i(dut.svc_priority_q),
      .dut_level_i(dut.x_level_q),
      .dut_event_i({dut.event_q, dut.sev_on_pend_q, dut.sleep_deep_q, dut.sleep_on_exit_q}),
      .dut_timer_i({dut.u_systick.interrupt_q, dut.u_systick.enable_q, dut.u_systick.flag_q}),
      .dut_reload_i(dut.u_systick.reload_q),
      .dut_current_i(dut.u_systick.current_q),
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
      .rule_o
  );
  assign holds_o = &rule_o;

endmodule
