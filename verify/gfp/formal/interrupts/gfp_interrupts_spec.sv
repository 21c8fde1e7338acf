// SPDX-License-Identifier: Apache-2.0
// What gfp_interrupts has to do for the core, from its ports and their history alone: when an interrupt is taken, which
// exception is entered, sleep, and the accesses to the System Control Space. Priorities, what is pending and active, and
// the registers are those of gfp_nvic_spec.
//
// legal_o: what the core keeps to. It is in one of five modes, and gets from one to another as mode_d says. An access is
// made by an instruction, which has its answer before it ends. IPSR names the exception that is handled: so frames come
// back as they were stored. An exception does not begin while it is active, as it could if its priority were raised
// meanwhile, which the manual leaves open.
module gfp_interrupts_spec
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
#(
    parameter int unsigned INTERRUPTS = 32
) (
    input logic clk_i,
    input logic rst_ni,

    input logic [31:0] irq_i,
    input logic nmi_i,
    output logic sleeping_o,
    output logic sleep_timed_o,
    input psr_t psr_i,
    input logic halted_i,
    input logic redirected_i,
    input logic ready_i,
    input decoded_t dec_i,
    input logic second_step_i,
    input logic exec_i,
    input logic done_i,
    output logic irq_taken_o,
    output logic asleep_o,
    output logic sleep_stall_o,
    output logic svc_allowed_o,
    output logic fault_locks_o,
    input logic svc_taken_i,
    input logic run_state_i,
    input logic exc_return_i,
    input logic returned_i,
    output logic tail_chain_o,
    input logic frame_failed_i,
    output logic derived_o,
    input logic entry_i,
    input logic vector_i,
    input logic entered_i,
    output logic [5:0] number_o,
    output logic interrupt_o,
    output logic chained_o,
    output logic to_thread_o,
    input logic access_i,
    input logic [31:0] addr_i,
    input logic we_i,
    input logic [3:0] be_i,
    input logic [31:0] wdata_i,
    output logic gnt_o,
    output logic rvalid_o,
    output logic err_o,
    output logic [31:0] rdata_o,
    output logic data_req_o,
    input logic data_gnt_i,
    input logic data_rvalid_i,
    input logic data_err_i,
    input logic [31:0] data_rdata_i,

    input logic starts_i,  // the reset sequence ends
    input logic fault_i,  // the instruction at hand faults

    output logic legal_o,
    output logic kept_o,  // so the controller is used as its own specification wants it
    output logic decided_o,  // what is entered counts: its vector is asked for, or it begins
    output logic sound_o,  // part of the invariant: what the record says of itself

    // The record, for the invariant.
    output logic begun_q,  // part of the instruction has been done
    output logic sleeps_q,  // after a return with SLEEPONEXIT
    output logic first_q,  // first cycle of an exception return
    output logic scs_q,  // an access to the System Control Space is answered
    output logic scs_we_q,
    output logic scs_word_q,
    output logic [11:2] scs_addr_q,

    output logic [47:0] pending_q,
    output logic [47:0] active_q,
    output logic [47:0][1:0] level_q,
    output logic [47:0][1:0] began_q,
    output logic [47:0] enabled_q,
    output logic [47:0] line_q,
    output logic event_q,
    output logic [2:0] scr_q,
    output logic [1:0] timer_q,
    output logic flag_q,
    output logic [23:0] reload_q,
    output logic [23:0] current_q,
    output logic returning_q,
    output logic [5:0] left_q
);

  localparam int unsigned Nmi = 2, HardFault = 3, SvCall = 11;
  typedef enum logic [2:0] {RESET, RUN, ENTRY, RETURN, LOCKUP} mode_e;
  typedef enum logic [1:0] {FAULT, CALL, INTERRUPT} why_e;
  mode_e mode_q, mode_d;
  why_e why_q;
  logic chained_q;  // entered in place of a return
  logic derived_q;  // HardFault, because a frame or a vector failed
  logic asked_q;  // its vector has been asked for
  logic [5:0] chosen_q;  // interrupt to be entered
  logic primask_q;

  // --------------------------------------------------------------------------------------------
  // The controller

  logic preempts, wakes, event_, sleep_on_exit;
  logic nvic_legal, named, may, again;
  logic [5:0] first;
  logic [31:0] scs_rdata;
  gfp_nvic_spec #(
      .INTERRUPTS(INTERRUPTS)
  ) u_nvic (
      .clk_i,
      .rst_ni,
      .run_i(~halted_i),
      .irq_i(irq_i[INTERRUPTS-1:0]),
      .nmi_i,
      .ipsr_i(psr_i.ipsr),
      .primask_i(psr_i.primask),
      .enter_i(entered_i),
      .number_i(number_o),
      .leave_i(exc_return_i),
      .returned_i,
      .sev_i(done_i & dec_i.sev),
      .wfe_i(done_i & dec_i.wfe),
      .addr_i(scs_addr_q),
      .read_i(scs_q & scs_word_q & ~scs_we_q),
      .write_i(scs_q & scs_word_q & scs_we_q),
      .wdata_i,
      .legal_o(nvic_legal),
      .named_o(named),
      .may_o(may),
      .again_o(again),
      .take_o(preempts),
      .number_o(first),
      .svc_o(svc_allowed_o),
      .thread_o(),
      .wake_o(wakes),
      .event_o(event_),
      .timed_o(sleep_timed_o),
      .sleep_on_exit_o(sleep_on_exit),
      .rdata_o(scs_rdata),
      .pending_q,
      .active_q,
      .level_q,
      .began_q,
      .enabled_q,
      .line_q,
      .event_q,
      .scr_q,
      .timer_q,
      .flag_q,
      .reload_q,
      .current_q,
      .returning_q,
      .left_q
  );
  assign kept_o = nvic_legal;

  // --------------------------------------------------------------------------------------------
  // What the core does

  logic locks;
  always_comb begin
    mode_d = mode_q;
    case (mode_q)
      RESET: if (starts_i) mode_d = RUN;
      RUN: begin
        if (irq_taken_o | svc_taken_i) mode_d = ENTRY;
        if (fault_i) mode_d = fault_locks_o ? LOCKUP : ENTRY;
        if (exc_return_i) mode_d = RETURN;
      end
      ENTRY: begin
        if (entered_i) mode_d = RUN;
        if (frame_failed_i) mode_d = derived_o ? ENTRY : LOCKUP;
      end
      RETURN: begin
        if (returned_i) mode_d = RUN;
        if (tail_chain_o) mode_d = ENTRY;
        if (frame_failed_i) mode_d = derived_o ? ENTRY : LOCKUP;
      end
      default: ;
    endcase
  end

  always_comb begin
    legal_o = run_state_i == (mode_q == RUN) & entry_i == (mode_q == ENTRY) & named;
    // An instruction begins, goes on, and ends, faults, or is a supervisor call.
    legal_o &= ~ready_i | (mode_q == RUN & ~halted_i);
    legal_o &= ~exec_i | (ready_i & ~irq_taken_o & ~sleep_stall_o);
    legal_o &= ~done_i | (exec_i & ~asleep_o);
    legal_o &= ~(svc_taken_i | fault_i) | (ready_i & ~irq_taken_o & ~sleep_stall_o & ~done_i);
    legal_o &= ~svc_taken_i | (svc_allowed_o & ~fault_i & ~exec_i & ~begun_q);
    legal_o &= ~exc_return_i | (done_i & psr_i.ipsr != '0);
    legal_o &= ~redirected_i | halted_i;
    legal_o &= ~halted_i | (mode_q inside {RUN, LOCKUP} & ~scs_q);
    // Entry: frame, vector. Return: frame.
    legal_o &= ~vector_i | mode_q == ENTRY;
    legal_o &= ~(asked_q & vector_i & entered_i) & (~entered_i | (mode_q == ENTRY & asked_q));
    legal_o &= ~returned_i | (mode_q == RETURN & ~first_q);
    legal_o &= ~frame_failed_i | ((mode_q == ENTRY | (mode_q == RETURN & ~first_q)) & ~entered_i & ~returned_i);
    legal_o &= mode_q == RUN | psr_i.primask == primask_q;
    legal_o &= ~entered_i | ~again;
    // Accesses.
    legal_o &= ~(access_i & run_state_i) | (exec_i & ~done_i & ~fault_i);
    legal_o &= ~scs_q | (exec_i & ~svc_taken_i);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mode_q <= RESET;
      {begun_q, sleeps_q, scs_q} <= '0;
    end else begin
      mode_q <= mode_d;
      if (redirected_i) begun_q <= 1'b0;
      else if (!halted_i) begun_q <= exec_i & ~done_i;
      // A return to the thread with SLEEPONEXIT; until something wakes it, or a debugger sends it elsewhere.
      if (returned_i) sleeps_q <= sleep_on_exit & rdata_o[5:0] == '0;
      else if (redirected_i | (wakes & ~halted_i)) sleeps_q <= 1'b0;
      scs_q <= access_i & ~data_req_o;
    end
  end
  always_ff @(posedge clk_i) begin
    first_q   <= exc_return_i;
    primask_q <= psr_i.primask;
    if (access_i) {scs_addr_q, scs_we_q, scs_word_q} <= {addr_i[11:2], we_i, be_i == 4'hf};
  end

  // --------------------------------------------------------------------------------------------
  // Interrupts: in place of an instruction of which nothing has been done, or of a return that begins

  assign irq_taken_o = ready_i & ~begun_q & preempts;
  assign tail_chain_o = first_q & preempts;
  assign fault_locks_o = active_q[Nmi] | active_q[HardFault];

  // A failure is HardFault, unless HardFault or NMI is being entered, or HardFault is active.
  assign locks = mode_q == ENTRY ? number_o inside {6'(Nmi), 6'(HardFault)} : active_q[HardFault];
  assign derived_o = frame_failed_i & ~locks;

  // What is entered: the first of what is pending, until the vector is asked for.
  always_ff @(posedge clk_i) begin
    if (mode_q == RUN) why_q <= irq_taken_o ? INTERRUPT : svc_taken_i ? CALL : FAULT;
    else if (tail_chain_o) why_q <= INTERRUPT;
    else if (derived_o & mode_q == RETURN) why_q <= FAULT;
    if (mode_q == RUN) chained_q <= 1'b0;
    else if (tail_chain_o | (derived_o & mode_q == RETURN)) chained_q <= 1'b1;
    derived_q <= mode_q != RUN & ~tail_chain_o & (derived_q | derived_o);
    asked_q   <= mode_q == ENTRY & (asked_q | vector_i) & ~frame_failed_i;
    if (mode_q != ENTRY | (~asked_q & ~vector_i)) chosen_q <= first;
  end
  assign number_o = derived_q | why_q == FAULT ? 6'(HardFault) : why_q == CALL ? 6'(SvCall) : chosen_q;
  assign interrupt_o = why_q == INTERRUPT;
  assign chained_o = chained_q;
  assign to_thread_o = active_q == '0;
  assign decided_o = mode_q == ENTRY & (vector_i | entered_i);

  // --------------------------------------------------------------------------------------------
  // Sleep: WFI and WFE in their second cycle, or in front of an instruction

  assign asleep_o = second_step_i & ((dec_i.wfi & ~wakes) | (dec_i.wfe & ~event_));
  assign sleep_stall_o = sleeps_q & ~wakes;
  assign sleeping_o = (exec_i & asleep_o) | (ready_i & sleep_stall_o);

  // --------------------------------------------------------------------------------------------
  // Accesses of instructions to 0xe000e000 to 0xe000efff are granted at once and answered in the next cycle, as errors
  // unless they are words; all others are the data port's.

  assign data_req_o = access_i & ~(mode_q == RUN & addr_i[31:12] == 20'he000e);
  assign gnt_o = access_i & ~data_req_o ? 1'b1 : data_gnt_i;
  assign rvalid_o = scs_q | data_rvalid_i;
  assign err_o = scs_q ? ~scs_word_q : data_err_i;
  assign rdata_o = scs_q ? scs_rdata : data_rdata_i;

  // --------------------------------------------------------------------------------------------
  // What the record says of itself

  always_comb begin
    sound_o = mode_q inside {RESET, RUN, ENTRY, RETURN, LOCKUP};
    // An exception that is left is left until another one begins, or the return has ended.
    sound_o &= ~first_q | mode_q == RETURN;
    if (mode_q inside {RESET, RUN}) sound_o &= ~returning_q;
    if (mode_q == RETURN) sound_o &= returning_q & why_q == FAULT & ~(chained_q | derived_q | asked_q);
    if (mode_q == ENTRY) begin
      sound_o &= why_q inside {FAULT, CALL, INTERRUPT} & returning_q == chained_q & may;
      // An interrupt that is entered is pending, and enabled.
      if (why_q == INTERRUPT & ~derived_q)
        sound_o &= chosen_q >= 6'd2 & chosen_q < 6'd48 & pending_q[chosen_q] & (chosen_q < 6'd16 | enabled_q[chosen_q]);
    end
    sound_o &= ~scs_q | mode_q == RUN;
  end

endmodule
