// SPDX-License-Identifier: Apache-2.0
// Interrupt controller and System Control Space (ARMv6-M Architecture Reference Manual, B1.5, B3):
// NMI, PendSV, SysTick, 1 to 32 external interrupts with four priorities, event register.
//
// Decisions in a cycle use what is pending in that cycle. Changes by a line, an access or an
// exception are visible in the next cycle. A high line makes its interrupt pending unless the
// interrupt is active. A rising edge makes it pending even then.
//
// Execution priority. At most one exception of each priority is active, so one bit for each of the
// four is enough (x_level_q). A return ends the active exception of the highest priority. IPSR
// shows NMI and HardFault; only NMI preempts them.
//
// While run_i is low nothing changes: the core is halted and its cycles do not count.
module gfp_nvic
  import gfp_isa_pkg::*;
#(
    parameter int unsigned INTERRUPTS = 32
) (
    input logic clk_i,
    input logic rst_ni,
    input logic run_i,

    input logic [INTERRUPTS-1:0] irq_i,
    input logic nmi_i,

    input logic [5:0] ipsr_i,
    input logic primask_i,

    input logic enter_i,  // the exception number_i begins
    input logic [5:0] number_i,
    input logic leave_i,  // the exception of IPSR ends
    input logic sev_i,
    input logic wfe_i,  // WFE completes and takes the event

    output logic take_o,  // an exception preempts the running code
    output logic [5:0] number_o,  // which
    output logic svc_o,  // SVCall would
    output logic thread_o,  // no exception of configurable priority is active
    output logic wake_o,  // WFI completes
    output logic event_o,  // WFE completes
    output logic timed_o,  // SysTick may change these outputs
    output logic sleep_on_exit_o,

    // Data phase of a word access to the System Control Space.
    input logic [11:2] addr_i,
    input logic read_i,
    input logic write_i,
    input logic [31:0] wdata_i,
    output logic [31:0] rdata_o
);

  // Sources of configurable priority in the order of their exception numbers: PendSV, SysTick,
  // external interrupts.
  localparam int unsigned Sources = INTERRUPTS + 2;
  localparam int unsigned PendSv = 0;
  localparam int unsigned SysTick = 1;
  localparam int unsigned External = 2;
  typedef logic [Sources-1:0] sources_t;
  typedef logic [INTERRUPTS-1:0] lines_t;

  if (INTERRUPTS < 1 || INTERRUPTS > 32) begin : gen_check
    $fatal(1, "gfp_nvic: INTERRUPTS must be 1 to 32");
  end

  sources_t pending_q, pending_d, set, clear, enabled, entering;
  lines_t enable_q, line_q, active_q, active_d;
  logic nmi_pending_q, nmi_pending_d, nmi_line_q, nmi_active;
  logic [1:0] priority_q[Sources];
  logic [1:0] svc_priority_q;
  logic [3:0] x_level_q;  // active priorities
  logic event_q, sev_on_pend_q, sleep_deep_q, sleep_on_exit_q;

  // --------------------------------------------------------------------------------------------
  // Decision

  sources_t ready, chosen;
  logic [1:0] best;
  logic [5:0] best_number;
  logic urgent, preempts, nmi_preempts;

  assign enabled = {enable_q, 2'b11};

  always_comb begin
    best   = 2'd3;
    chosen = '0;
    for (int l = 3; l >= 0; l--) begin
      for (int unsigned s = 0; s < Sources; s++)
      ready[s] = pending_q[s] & enabled[s] & priority_q[s] == 2'(l);
      if (ready != '0) begin
        best   = 2'(l);
        chosen = ready;
      end
    end
    best_number = '0;
    for (int s = int'(Sources) - 1; s >= 0; s--)
    if (chosen[s]) best_number = EXC_PENDSV + 6'(unsigned'(s));
  end

  // No exception of this or a higher priority is active.
  function automatic logic above(logic [3:0] active, logic [1:0] level);
    return (active & (4'b1111 >> (2'd3 - level))) == '0;
  endfunction

  assign urgent = ipsr_i == EXC_NMI | ipsr_i == EXC_HARDFAULT;
  assign nmi_preempts = nmi_pending_q & ipsr_i != EXC_NMI;
  assign preempts = chosen != '0 & above(x_level_q, best) & ~urgent;
  assign take_o = nmi_preempts | (preempts & ~primask_i);
  assign number_o = nmi_preempts ? EXC_NMI : best_number;
  assign svc_o = above(x_level_q, svc_priority_q) & ~urgent & ~primask_i;
  assign thread_o = x_level_q == '0;
  assign wake_o = nmi_preempts | preempts;
  assign event_o = event_q | take_o;

  // --------------------------------------------------------------------------------------------
  // Registers

  logic [31:0] control, system, systick;
  logic systick_hit, tick, awaited;

  // The page of the address is already decoded, and accesses are words.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic at(logic [11:2] addr, logic [31:0] register);
    return addr == register[11:2];
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  assign systick_hit = addr_i[11:4] == SYST_CSR_ADDR[11:4];

  gfp_systick u_systick (
      .clk_i,
      .rst_ni,
      .run_i,
      .register_i(addr_i[3:2]),
      .read_i(read_i & systick_hit),
      .write_i(write_i & systick_hit),
      .wdata_i,
      .rdata_o(systick),
      .tick_o(tick),
      .awaited_o(awaited)
  );
  assign timed_o = awaited & ~pending_q[SysTick];

  assign control = {
    nmi_pending_q,
    2'd0,
    pending_q[PendSv],
    1'b0,
    pending_q[SysTick],
    3'd0,
    |pending_q[Sources-1:External],
    1'b0,
    3'd0,
    nmi_pending_q ? EXC_NMI : best_number,
    6'd0,
    ipsr_i
  };
  assign system = {27'd0, sev_on_pend_q, 1'b0, sleep_deep_q, sleep_on_exit_q, 1'b0};

  always_comb begin
    rdata_o = '0;
    if (systick_hit) rdata_o = systick;
    if (at(addr_i, NVIC_ISER_ADDR) | at(addr_i, NVIC_ICER_ADDR)) rdata_o = 32'(enable_q);
    if (at(addr_i, NVIC_ISPR_ADDR) | at(addr_i, NVIC_ICPR_ADDR))
      rdata_o = 32'(pending_q[Sources-1:External]);
    for (int unsigned i = 0; i < INTERRUPTS; i++)
    if (at(addr_i, NVIC_IPR0_ADDR + (i & ~32'd3))) rdata_o[8*(i%4)+6+:2] = priority_q[External+i];
    if (at(addr_i, CPUID_ADDR)) rdata_o = 32'h000c_0000;  // ARMv6-M, of no registered implementer
    if (at(addr_i, ICSR_ADDR)) rdata_o = control;
    if (at(addr_i, SCR_ADDR)) rdata_o = system;
    if (at(addr_i, CCR_ADDR)) rdata_o = 32'h0000_0208;  // STKALIGN, UNALIGN_TRP
    if (at(addr_i, SHPR2_ADDR)) rdata_o[31:30] = svc_priority_q;
    if (at(addr_i, SHPR3_ADDR)) begin
      rdata_o[31:30] = priority_q[SysTick];
      rdata_o[23:22] = priority_q[PendSv];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q <= '0;
      for (int unsigned s = 0; s < Sources; s++) priority_q[s] <= '0;
      svc_priority_q <= '0;
      {sev_on_pend_q, sleep_deep_q, sleep_on_exit_q} <= '0;
    end else if (run_i & write_i) begin
      if (at(addr_i, NVIC_ISER_ADDR)) enable_q <= enable_q | lines_t'(wdata_i);
      if (at(addr_i, NVIC_ICER_ADDR)) enable_q <= enable_q & ~lines_t'(wdata_i);
      for (int unsigned i = 0; i < INTERRUPTS; i++)
      if (at(addr_i, NVIC_IPR0_ADDR + (i & ~32'd3)))
        priority_q[External+i] <= wdata_i[8*(i%4)+6+:2];
      if (at(addr_i, SCR_ADDR))
        {sev_on_pend_q, sleep_deep_q, sleep_on_exit_q} <= {wdata_i[4], wdata_i[2:1]};
      if (at(addr_i, SHPR2_ADDR)) svc_priority_q <= wdata_i[31:30];
      if (at(addr_i, SHPR3_ADDR)) begin
        priority_q[SysTick] <= wdata_i[31:30];
        priority_q[PendSv]  <= wdata_i[23:22];
      end
    end
  end
  assign sleep_on_exit_o = sleep_on_exit_q;

  // --------------------------------------------------------------------------------------------
  // Pending, active

  logic [1:0] entering_level;
  logic to_level;  // an exception of configurable priority begins

  always_comb begin
    for (int unsigned s = 0; s < Sources; s++)
    entering[s] = enter_i & number_i == EXC_PENDSV + 6'(s);
    entering_level = svc_priority_q;
    for (int unsigned s = 0; s < Sources; s++) if (entering[s]) entering_level = priority_q[s];
    to_level = entering != '0 | (enter_i & number_i == EXC_SVCALL);

    active_d = active_q | entering[Sources-1:External];
    for (int unsigned i = 0; i < INTERRUPTS; i++)
    if (leave_i & ipsr_i == 6'(16 + i)) active_d[i] = 1'b0;
    nmi_active = ~leave_i & (ipsr_i == EXC_NMI | (enter_i & number_i == EXC_NMI));

    set = '0;
    clear = entering;
    if (write_i & at(addr_i, NVIC_ISPR_ADDR)) set[Sources-1:External] = lines_t'(wdata_i);
    if (write_i & at(addr_i, NVIC_ICPR_ADDR)) clear[Sources-1:External] = lines_t'(wdata_i);
    if (write_i & at(addr_i, ICSR_ADDR)) begin
      set[PendSv]    = wdata_i[28];
      clear[PendSv]  = wdata_i[27];
      set[SysTick]   = wdata_i[26];
      clear[SysTick] = wdata_i[25];
    end
    set[SysTick] |= tick;
    set[Sources-1:External] |= irq_i & (~line_q | ~active_d);
    pending_d = (pending_q & ~clear) | set;
    nmi_pending_d = (nmi_pending_q & ~(enter_i & number_i == EXC_NMI)) |
        (write_i & at(addr_i, ICSR_ADDR) & wdata_i[31]) | (nmi_i & (~nmi_line_q | ~nmi_active));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q <= '0;
      nmi_pending_q <= 1'b0;
      line_q <= '0;
      nmi_line_q <= 1'b0;
      active_q <= '0;
      x_level_q <= '0;
      event_q <= 1'b0;
    end else if (run_i) begin
      pending_q <= pending_d;
      nmi_pending_q <= nmi_pending_d;
      line_q <= irq_i;
      nmi_line_q <= nmi_i;
      active_q <= active_d;
      if (to_level) x_level_q <= x_level_q | (4'b0001 << entering_level);
      // Bit 0 is the highest priority, so the lowest set bit is cleared.
      else if (leave_i & ~urgent) x_level_q <= x_level_q & (x_level_q - 4'd1);
      if (sev_i | enter_i | leave_i |
          (sev_on_pend_q & ((pending_d & ~pending_q) != '0 | (nmi_pending_d & ~nmi_pending_q))))
        event_q <= 1'b1;
      else if (wfe_i) event_q <= 1'b0;
    end
  end

endmodule
