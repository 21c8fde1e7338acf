// SPDX-License-Identifier: Apache-2.0
// The specification of the interrupt controller, from the ARMv6-M Architecture Reference Manual (B1.5, B3.2 to B3.4).
// It keeps its own record, by exception number, of what is pending and active, of priorities, enables, events and
// SysTick, and computes the required outputs of gfp_nvic in this cycle. It sees only the inputs of the controller, not
// its registers.
//
// legal_o: the rules that the core follows. It enters only an exception that preempts, or HardFault. It ends the
// exception that it handles. IPSR names the handled exception and, until a return has ended (returned_i), the one that
// it left. No exception begins in a cycle with an access. No active exception begins again; that could happen if its
// priority were raised meanwhile, and the manual leaves it open.
module gfp_nvic_spec #(
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

    output logic legal_o,
    output logic named_o,  // IPSR is what legal_o says
    output logic may_o,  // number_i may begin
    output logic again_o,  // ... and is active already
    output logic take_o,
    output logic [5:0] number_o,
    output logic svc_o,
    output logic thread_o,
    output logic wake_o,
    output logic event_o,
    output logic timed_o,
    output logic sleep_on_exit_o,
    output logic [31:0] rdata_o,

    // The record, for the invariant.
    output logic [47:0] pending_q,
    output logic [47:0] active_q,
    output logic [47:0][1:0] level_q,  // priority of each exception, of those that have one
    output logic [47:0][1:0] began_q,  // ... with which it began, while it is active
    output logic [47:0] enabled_q,
    output logic [47:0] line_q,
    output logic event_q,
    output logic [2:0] scr_q,  // SEVONPEND, SLEEPDEEP, SLEEPONEXIT
    output logic [1:0] timer_q,  // TICKINT, ENABLE
    output logic flag_q,
    output logic [23:0] reload_q,
    output logic [23:0] current_q,
    output logic returning_q,
    output logic [5:0] left_q
);

  localparam int unsigned Nmi = 2, HardFault = 3, SvCall = 11, PendSv = 14, SysTick = 15;
  localparam int unsigned First = 16, Last = First + INTERRUPTS - 1;

  // Exceptions that have a priority of their own; those that can be pending.
  function automatic logic ranked(int unsigned e);
    return e == SvCall || (e >= PendSv && e <= Last);
  endfunction
  function automatic logic pends(int unsigned e);
    return e == Nmi || (e >= PendSv && e <= Last);
  endfunction

  // --------------------------------------------------------------------------------------------
  // Priorities: -2 NMI, -1 HardFault, 0 to 3, 4 the thread; here all of them are 2 more.

  function automatic logic [2:0] rank(int unsigned e, logic [1:0] level);
    if (e == Nmi) return 3'd0;
    if (e == HardFault) return 3'd1;
    return 3'd2 + 3'(level);
  endfunction

  logic [2:0] handled, execution, sleeping;  // priority of what is active; with PRIMASK, and without it
  logic [5:0] current;  // the exception that is handled
  always_comb begin
    handled = 3'd6;
    current = '0;
    for (int unsigned e = 0; e < 48; e++) begin
      if (active_q[e] && rank(e, began_q[e]) < handled) begin
        handled = rank(e, began_q[e]);
        current = 6'(e);
      end
    end
    // A return from NMI or HardFault is not over before its end.
    sleeping = handled;
    if (returning_q && left_q == 6'(Nmi)) sleeping = 3'd0;
    if (returning_q && left_q == 6'(HardFault) && sleeping > 3'd1) sleeping = 3'd1;
    execution = primask_i && sleeping > 3'd2 ? 3'd2 : sleeping;
  end

  // The highest priority among what is pending and enabled. Ties go to the lowest number.
  logic [2:0] urgency;
  logic [5:0] first;
  always_comb begin
    urgency = 3'd7;
    first   = '0;
    for (int unsigned e = 0; e < 48; e++) begin
      if (pends(e) && pending_q[e] && (e < First || enabled_q[e]) && rank(e, level_q[e]) < urgency) begin
        urgency = rank(e, level_q[e]);
        first   = 6'(e);
      end
    end
  end

  assign take_o = urgency < execution;
  assign number_o = first;
  assign wake_o = urgency < sleeping;
  assign svc_o = rank(SvCall, level_q[SvCall]) < execution;
  always_comb begin
    thread_o = 1'b1;
    for (int unsigned e = 0; e < 48; e++) if (ranked(e) && active_q[e]) thread_o = 1'b0;
  end
  assign event_o = event_q | take_o;
  // SysTick is not pending yet, but will become so by itself, now or later.
  assign timed_o = timer_q == 2'b11 & (current_q != '0 | reload_q != '0) & ~pending_q[SysTick];
  assign sleep_on_exit_o = scr_q[0];

  // --------------------------------------------------------------------------------------------
  // What the core keeps to

  assign named_o = ipsr_i == (returning_q ? left_q : current);
  always_comb begin
    may_o = number_i == 6'(Nmi) ? sleeping != '0 : number_i == 6'(HardFault) & ~active_q[Nmi] & ~active_q[HardFault];
    again_o = 1'b0;
    for (int unsigned e = 0; e < 48; e++)
      if (number_i == 6'(e) && ranked(e)) {may_o, again_o} = {rank(e, level_q[e]) < sleeping, active_q[e]};
    legal_o = named_o;
    legal_o &= ~enter_i | (may_o & ~again_o & ~leave_i & ~read_i & ~write_i);
    legal_o &= ~leave_i | (current != '0 & ~returning_q);
    legal_o &= ~(read_i & write_i) & (~returned_i | returning_q);
    legal_o &= run_i | ~(enter_i | leave_i | returned_i | sev_i | wfe_i | read_i | write_i);
  end

  // --------------------------------------------------------------------------------------------
  // Registers, by their address in the System Control Space 0xe000e000

  function automatic logic is_at(logic [11:2] addr, logic [11:0] offset);
    return {addr, 2'b00} == offset;
  endfunction
  logic at_csr, at_rvr, at_cvr, at_calib, at_iser, at_icer, at_ispr, at_icpr, at_cpuid, at_icsr, at_scr, at_ccr;
  logic at_shpr2, at_shpr3;
  assign at_csr = is_at(addr_i, 12'h010);
  assign at_rvr = is_at(addr_i, 12'h014);
  assign at_cvr = is_at(addr_i, 12'h018);
  assign at_calib = is_at(addr_i, 12'h01c);
  assign at_iser = is_at(addr_i, 12'h100);
  assign at_icer = is_at(addr_i, 12'h180);
  assign at_ispr = is_at(addr_i, 12'h200);
  assign at_icpr = is_at(addr_i, 12'h280);
  // A byte for each external interrupt, from 0x400.
  logic [47:0] at_priority;
  always_comb
    for (int unsigned e = 0; e < 48; e++)
      at_priority[e] = e >= First && is_at(addr_i, 12'h400 + 12'((e - First) & ~32'd3));
  assign at_cpuid = is_at(addr_i, 12'hd00);
  assign at_icsr = is_at(addr_i, 12'hd04);
  assign at_scr = is_at(addr_i, 12'hd10);
  assign at_ccr = is_at(addr_i, 12'hd14);
  assign at_shpr2 = is_at(addr_i, 12'hd1c);
  assign at_shpr3 = is_at(addr_i, 12'hd20);

  logic [47:0] external;
  assign external = {32'hffffffff, 16'd0} & 48'((49'd1 << (Last + 1)) - 49'd1);

  always_comb begin
    rdata_o = '0;
    if (at_csr) rdata_o = {15'd0, flag_q, 13'd0, 1'b1, timer_q};
    if (at_rvr) rdata_o = {8'd0, reload_q};
    if (at_cvr) rdata_o = {8'd0, current_q};
    if (at_calib) rdata_o = 32'hc0000000;  // NOREF, SKEW
    if (at_iser | at_icer) rdata_o = enabled_q[47:16];
    if (at_ispr | at_icpr) rdata_o = pending_q[47:16];
    for (int unsigned e = First; e <= Last; e++) if (at_priority[e]) rdata_o[8*(e%4)+6+:2] = level_q[e];
    if (at_cpuid) rdata_o = 32'h000c0000;
    if (at_icsr) begin
      rdata_o[31] = pending_q[Nmi];
      rdata_o[28] = pending_q[PendSv];
      rdata_o[26] = pending_q[SysTick];
      rdata_o[22] = (pending_q & external) != '0;
      rdata_o[17:12] = first;
      rdata_o[5:0] = ipsr_i;
    end
    if (at_scr) rdata_o = {27'd0, scr_q[2], 1'b0, scr_q[1:0], 1'b0};
    if (at_ccr) rdata_o = 32'h00000208;
    if (at_shpr2) rdata_o[31:30] = level_q[SvCall];
    if (at_shpr3) {rdata_o[31:30], rdata_o[23:22]} = {level_q[SysTick], level_q[PendSv]};
  end

  // --------------------------------------------------------------------------------------------
  // What happens in a cycle

  // SysTick counts down by one a cycle, and from zero to the reload value. A tick is the step to zero.
  logic counts, ticks;
  assign counts = timer_q[0] & ~(write_i & at_cvr);
  assign ticks = counts & current_q == 24'd1;

  logic [47:0] line, pending_d, active_d, begins, ends, asked, dropped;
  always_comb begin
    line = 48'd0;
    line[Nmi] = nmi_i;
    line[Last:First] = irq_i;
    for (int unsigned e = 0; e < 48; e++) begins[e] = enter_i & number_i == 6'(e);
    for (int unsigned e = 0; e < 48; e++) ends[e] = leave_i & ipsr_i == 6'(e);
    active_d = (active_q | begins) & ~ends;

    {asked, dropped} = '0;
    if (write_i & at_ispr) asked[47:16] = wdata_i;
    if (write_i & at_icpr) dropped[47:16] = wdata_i;
    if (write_i & at_icsr) begin
      asked[Nmi] = wdata_i[31];
      {asked[PendSv], dropped[PendSv]} = wdata_i[28:27];
      {asked[SysTick], dropped[SysTick]} = wdata_i[26:25];
    end
    asked[SysTick] |= ticks & timer_q[1];
    // A level keeps an exception pending unless it is active; an edge makes it so even then.
    asked |= line & (~line_q | ~active_d);
    pending_d = (pending_q & ~begins & ~dropped) | asked;
    for (int unsigned e = 0; e < 48; e++) if (!pends(e)) pending_d[e] = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {pending_q, active_q, level_q, began_q, enabled_q, line_q, event_q, scr_q} <= '0;
      {timer_q, flag_q, reload_q, current_q, returning_q, left_q} <= '0;
    end else if (run_i) begin
      pending_q <= pending_d;
      active_q <= active_d;
      line_q <= line;
      for (int unsigned e = 0; e < 48; e++) if (begins[e]) began_q[e] <= level_q[e];
      if (leave_i) {returning_q, left_q} <= {1'b1, ipsr_i};
      else if (enter_i | returned_i) returning_q <= 1'b0;

      if (sev_i | enter_i | leave_i | (scr_q[2] & (pending_d & ~pending_q) != '0)) event_q <= 1'b1;
      else if (wfe_i) event_q <= 1'b0;

      if (write_i & at_iser) enabled_q[47:16] <= (enabled_q[47:16] | wdata_i) & external[47:16];
      if (write_i & at_icer) enabled_q[47:16] <= enabled_q[47:16] & ~wdata_i;
      for (int unsigned e = First; e <= Last; e++)
        if (write_i & at_priority[e]) level_q[e] <= wdata_i[8*(e%4)+6+:2];
      if (write_i & at_shpr2) level_q[SvCall] <= wdata_i[31:30];
      if (write_i & at_shpr3) {level_q[SysTick], level_q[PendSv]} <= {wdata_i[31:30], wdata_i[23:22]};
      if (write_i & at_scr) scr_q <= {wdata_i[4], wdata_i[2:1]};

      if (write_i & at_csr) timer_q <= wdata_i[1:0];
      if (write_i & at_rvr) reload_q <= wdata_i[23:0];
      if (write_i & at_cvr) current_q <= '0;
      else if (timer_q[0]) current_q <= current_q == '0 ? reload_q : current_q - 24'd1;
      if (ticks) flag_q <= 1'b1;
      else if ((read_i & at_csr) | (write_i & at_cvr)) flag_q <= 1'b0;
    end
  end

endmodule
