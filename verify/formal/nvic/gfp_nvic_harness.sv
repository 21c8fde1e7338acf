// SPDX-License-Identifier: Apache-2.0
// The interrupt controller beside its specification, with the same inputs. wrong_o must be 0 while assume_o is 1, in any
// state with holds_o = 1; reset must lead to such a state, and no cycle away from them.
//
// wrong_o compares outputs only. The invariant says what the controller's registers have to do with the record of the
// specification: the levels in use are those with which active exceptions began, at most one at each.
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

  localparam int unsigned Last = 16 + INTERRUPTS - 1;
  logic [12:0] rule;
  logic [3:0] levels, twice;
  always_comb begin
    {levels, twice} = '0;
    for (int unsigned e = 0; e < 48; e++)
      if ((e == 11 || e >= 14) && spec.active_q[e]) begin
        twice  |= levels & (4'd1 << spec.began_q[e]);
        levels |= 4'd1 << spec.began_q[e];
      end
    rule = '1;
    rule[0] = dut.pending_q == spec.pending_q[Last:14] & dut.nmi_pending_q == spec.pending_q[2];
    rule[1] = dut.line_q == spec.line_q[Last:16] & dut.nmi_line_q == spec.line_q[2];
    rule[2] = dut.enable_q == spec.enabled_q[Last:16];
    for (int unsigned s = 0; s < INTERRUPTS + 2; s++) rule[3] &= dut.priority_q[s] == spec.level_q[14+s];
    rule[4] = dut.svc_priority_q == spec.level_q[11];
    rule[5] = dut.active_q == spec.active_q[Last:16];
    rule[6] = dut.x_level_q == levels & twice == '0;
    rule[7] = {dut.event_q, dut.sev_on_pend_q, dut.sleep_deep_q, dut.sleep_on_exit_q} == {spec.event_q, spec.scr_q};
    rule[8] = {dut.u_systick.interrupt_q, dut.u_systick.enable_q, dut.u_systick.flag_q} == {spec.timer_q, spec.flag_q};
    rule[9] = dut.u_systick.reload_q == spec.reload_q & dut.u_systick.current_q == spec.current_q;
    // What a return leaves was more urgent than everything else that is active.
    rule[11] = ~spec.returning_q | (~spec.active_q[2] & (~spec.active_q[3] | spec.left_q == 6'd2));
    // NMI, while it is left, is pending already if its line is high.
    rule[12] = ~(spec.returning_q & spec.left_q == 6'd2 & spec.line_q[2]) | spec.pending_q[2];
    // What there is not is never active, pending or enabled.
    for (int unsigned e = 0; e < 48; e++) begin
      if (e > Last) rule[10] &= ~(spec.pending_q[e] | spec.active_q[e] | spec.enabled_q[e]);
      else if (e < 14 && e != 2) rule[10] &= ~spec.pending_q[e] & (e == 3 || e == 11 || ~spec.active_q[e]);
    end
  end
  assign holds_o = &rule;
  assign rule_o = rule;

endmodule
