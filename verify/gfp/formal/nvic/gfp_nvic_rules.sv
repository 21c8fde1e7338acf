// SPDX-License-Identifier: Apache-2.0
// The invariant of the interrupt controller's proofs: it relates the controller's registers (dut_*) to the record of
// the specification. The levels in use are those at which active exceptions began, at most one at each level.
module gfp_nvic_rules #(
    parameter int unsigned INTERRUPTS = 32
) (
    input logic [INTERRUPTS+1:0] dut_pending_i,
    input logic [1:0] dut_nmi_i,  // pending, line
    input logic [INTERRUPTS-1:0] dut_line_i,
    input logic [INTERRUPTS-1:0] dut_enable_i,
    input logic [INTERRUPTS-1:0] dut_active_i,
    input logic [INTERRUPTS+1:0][1:0] dut_priority_i,
    input logic [1:0] dut_svc_priority_i,
    input logic [3:0] dut_level_i,
    input logic [3:0] dut_event_i,  // event, SEVONPEND, SLEEPDEEP, SLEEPONEXIT
    input logic [2:0] dut_timer_i,  // TICKINT, ENABLE, COUNTFLAG
    input logic [23:0] dut_reload_i,
    input logic [23:0] dut_current_i,

    input logic [47:0] pending_i,
    input logic [47:0] active_i,
    input logic [47:0][1:0] level_i,
    input logic [47:0][1:0] began_i,
    input logic [47:0] enabled_i,
    input logic [47:0] line_i,
    input logic [3:0] event_i,
    input logic [2:0] timer_i,
    input logic [23:0] reload_i,
    input logic [23:0] current_i,
    input logic returning_i,
    input logic [5:0] left_i,

    output logic [12:0] rule_o
);

  localparam int unsigned Last = 16 + INTERRUPTS - 1;
  logic [3:0] levels, twice;
  always_comb begin
    {levels, twice} = '0;
    for (int unsigned e = 0; e < 48; e++)
      if ((e == 11 || e >= 14) && active_i[e]) begin
        twice  |= levels & (4'd1 << began_i[e]);
        levels |= 4'd1 << began_i[e];
      end
    rule_o = '1;
    rule_o[0] = dut_pending_i == pending_i[Last:14] & dut_nmi_i[1] == pending_i[2];
    rule_o[1] = dut_line_i == line_i[Last:16] & dut_nmi_i[0] == line_i[2];
    rule_o[2] = dut_enable_i == enabled_i[Last:16];
    for (int unsigned s = 0; s < INTERRUPTS + 2; s++) rule_o[3] &= dut_priority_i[s] == level_i[14+s];
    rule_o[4] = dut_svc_priority_i == level_i[11];
    rule_o[5] = dut_active_i == active_i[Last:16];
    rule_o[6] = dut_level_i == levels & twice == '0;
    rule_o[7] = dut_event_i == event_i;
    rule_o[8] = dut_timer_i == timer_i;
    rule_o[9] = dut_reload_i == reload_i & dut_current_i == current_i;
    // The exception that a return ends had a higher priority than all other active ones.
    rule_o[11] = ~returning_i | (~active_i[2] & (~active_i[3] | left_i == 6'd2));
    // During the return from NMI, NMI is already pending if its line is high.
    rule_o[12] = ~(returning_i & left_i == 6'd2 & line_i[2]) | pending_i[2];
    // Exceptions that do not exist are never active, pending or enabled.
    for (int unsigned e = 0; e < 48; e++) begin
      if (e > Last) rule_o[10] &= ~(pending_i[e] | active_i[e] | enabled_i[e]);
      else if (e < 14 && e != 2) rule_o[10] &= ~pending_i[e] & (e == 3 || e == 11 || ~active_i[e]);
    end
  end

endmodule
