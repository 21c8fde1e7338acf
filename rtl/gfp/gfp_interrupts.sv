// SPDX-License-Identifier: Apache-2.0
// The core's side of interrupts: when one is taken, which exception is entered, sleep, and the data
// accesses that go to the System Control Space (gfp_nvic) instead of the data port.
//
// An interrupt is taken in the cycle that would be the first of an instruction (irq_taken_o), or in
// the first of an exception return, which it then replaces (tail_chain_o). The choice is made just
// before the vector's address phase, so one of higher priority may still come while the frame is
// stored.
//
// INTERRUPTS = 0 removes everything. Exceptions are then SVC and HardFault, WFI and WFE complete at
// once, and every access goes to the data port.
module gfp_interrupts
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
#(
    parameter int unsigned INTERRUPTS = 0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic [31:0] irq_i,
    input logic nmi_i,
    output logic sleeping_o,
    output logic sleep_timed_o,

    input psr_t psr_i,
    input logic halted_i,
    input logic redirected_i,  // a new PC from the debugger
    input logic ready_i,  // an instruction, or a fault in its place, is ready
    input decoded_t dec_i,
    input logic second_step_i,  // its second cycle, or a later one that waits
    input logic exec_i,
    input logic done_i,
    output logic irq_taken_o,  // an interrupt is taken in its place
    output logic asleep_o,  // WFI or WFE has to wait
    output logic sleep_stall_o,  // the core sleeps in front of the instruction
    output logic svc_allowed_o,  // SVC would preempt
    output logic fault_locks_o,  // a fault would not
    input logic svc_taken_i,
    input logic svc_i,  // ... was, and is being entered
    input logic run_state_i,  // an exception is only detected in this cycle

    input logic exc_return_i,  // a return begins in the next cycle
    input logic exc_return_thread_i,  // ... which EXC_RETURN says leads to no handler
    input logic returned_i,  // ... ends in this one; rdata_o is the frame's xPSR
    output logic tail_chain_o,  // an interrupt is taken in its place

    input logic frame_failed_i,  // a bus error in an entry or a return
    output logic derived_o,  // HardFault is entered because of it; else the core locks up

    input logic entry_i,  // an exception is entered
    input logic vector_i,  // its vector is read
    input logic entered_i,  // the last cycle of that
    output logic [5:0] number_o,  // of the exception
    output logic interrupt_o,  // it is an interrupt, or HardFault in place of one
    output logic chained_o,  // it took the place of a return: the frame is there already
    output logic to_thread_o,  // its return leads to no handler

    // Accesses of the core, then its data port.
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
    input logic [31:0] data_rdata_i
);

  // Of the instruction only these matter here.
  logic unused;
  assign unused = &{1'b0, dec_i, psr_i, irq_i, addr_i, svc_i, exc_return_thread_i};

  if (INTERRUPTS != 0) begin : gen_interrupts
    logic preempts, wake, event_set, sleep_on_exit, thread;
    logic [5:0] preempting;
    logic [31:0] scs_rdata;
    logic scs_hit;
    logic x_busy_q;  // part of an instruction has been done
    logic x_returned_q;  // first cycle of an exception return
    logic x_sleep_stall_q, x_interrupt_q, x_chained_q;
    logic x_vector_q;  // the vector has been asked for: what is entered is decided
    logic x_hardfault_q;  // HardFault is active
    logic urgent, locks;  // NMI or HardFault is entered: HardFault cannot be taken instead
    logic [5:0] x_number_q;
    logic x_scs_q, x_scs_we_q, x_scs_word_q;
    logic [11:2] x_scs_addr_q;

    gfp_nvic #(
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
        .number_i(x_number_q),
        .leave_i(exc_return_i),
        .sev_i(done_i & dec_i.sev),
        .wfe_i(done_i & dec_i.wfe),
        .take_o(preempts),
        .number_o(preempting),
        .svc_o(svc_allowed_o),
        .thread_o(thread),
        .wake_o(wake),
        .event_o(event_set),
        .timed_o(sleep_timed_o),
        .sleep_on_exit_o(sleep_on_exit),
        .addr_i(x_scs_addr_q),
        .read_i(x_scs_q & x_scs_word_q & ~x_scs_we_q),
        .write_i(x_scs_q & x_scs_word_q & x_scs_we_q),
        .wdata_i,
        .rdata_o(scs_rdata)
    );

    assign irq_taken_o = ready_i & ~x_busy_q & preempts;
    assign tail_chain_o = x_returned_q & preempts;
    assign asleep_o = second_step_i & ((dec_i.wfi & ~wake) | (dec_i.wfe & ~event_set));
    assign sleep_stall_o = x_sleep_stall_q & ~wake;
    assign sleeping_o = (exec_i & asleep_o) | (ready_i & sleep_stall_o);
    assign fault_locks_o = psr_i.ipsr == EXC_HARDFAULT | psr_i.ipsr == EXC_NMI;
    assign number_o = x_number_q;
    assign interrupt_o = x_interrupt_q;
    assign chained_o = x_chained_q;
    assign to_thread_o = x_chained_q ? thread : psr_i.ipsr == '0;

    // HardFault cannot preempt itself or NMI. A return from NMI leads to HardFault if it is active.
    assign urgent = x_number_q == EXC_HARDFAULT | x_number_q == EXC_NMI;
    assign locks = entry_i ? urgent : psr_i.ipsr == EXC_NMI & x_hardfault_q;
    assign derived_o = frame_failed_i & ~locks;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        x_hardfault_q <= 1'b0;
        x_busy_q <= 1'b0;
        x_sleep_stall_q <= 1'b0;
        x_scs_q <= 1'b0;
      end else begin
        if (redirected_i) x_busy_q <= 1'b0;
        else if (!halted_i) x_busy_q <= exec_i & ~done_i;
        if (returned_i) x_sleep_stall_q <= sleep_on_exit & rdata_o[5:0] == '0;
        else if (redirected_i | (wake & ~halted_i)) x_sleep_stall_q <= 1'b0;
        x_scs_q <= access_i & scs_hit;
        if (entered_i & x_number_q == EXC_HARDFAULT) x_hardfault_q <= 1'b1;
        else if (exc_return_i & psr_i.ipsr == EXC_HARDFAULT) x_hardfault_q <= 1'b0;
      end
    end

    always_ff @(posedge clk_i) begin
      x_returned_q <= exc_return_i;
      x_vector_q   <= entry_i & (vector_i | x_vector_q);
      if (run_state_i) begin
        x_interrupt_q <= irq_taken_o;
        x_chained_q   <= 1'b0;
      end
      if (tail_chain_o) {x_interrupt_q, x_chained_q} <= 2'b11;
      if (derived_o & ~entry_i) x_chained_q <= 1'b1;
      if (derived_o) x_number_q <= EXC_HARDFAULT;
      else if (irq_taken_o | tail_chain_o |
               (entry_i & x_interrupt_q & ~vector_i & ~x_vector_q & ~urgent))
        x_number_q <= preempting;
      else if (run_state_i) x_number_q <= svc_taken_i ? EXC_SVCALL : EXC_HARDFAULT;
    end

    // The System Control Space answers in the next cycle, and takes only words. Frames never go
    // there.
    assign scs_hit = run_state_i & addr_i[31:12] == CPUID_ADDR[31:12];
    always_ff @(posedge clk_i) begin
      if (access_i) begin
        x_scs_addr_q <= addr_i[11:2];
        x_scs_we_q   <= we_i;
        x_scs_word_q <= be_i == 4'b1111;
      end
    end
    assign data_req_o = access_i & ~scs_hit;
    assign gnt_o = data_gnt_i | scs_hit;
    assign rvalid_o = data_rvalid_i | x_scs_q;
    assign err_o = x_scs_q ? ~x_scs_word_q : data_err_i;
    assign rdata_o = x_scs_q ? scs_rdata : data_rdata_i;
  end else begin : gen_no_interrupts
    logic x_chained_q, x_thread_q;

    assign {irq_taken_o, tail_chain_o, asleep_o, sleep_stall_o, sleeping_o, sleep_timed_o} = '0;
    assign interrupt_o = 1'b0;
    assign chained_o = x_chained_q;
    assign derived_o = frame_failed_i & (~entry_i | svc_i);

    // HardFault replaces a return. Its own return leads where the replaced one would have led.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) x_chained_q <= 1'b0;
      else if (frame_failed_i | run_state_i) x_chained_q <= frame_failed_i & ~entry_i;
    end
    always_ff @(posedge clk_i) if (exc_return_i) x_thread_q <= exc_return_thread_i;
    assign svc_allowed_o = ~psr_i.primask & psr_i.ipsr != EXC_SVCALL & psr_i.ipsr != EXC_HARDFAULT;
    assign fault_locks_o = psr_i.ipsr == EXC_HARDFAULT;
    assign to_thread_o = x_chained_q ? x_thread_q : psr_i.ipsr == '0;
    assign number_o = svc_i ? EXC_SVCALL : EXC_HARDFAULT;
    assign data_req_o = access_i;
    assign gnt_o = data_gnt_i;
    assign rvalid_o = data_rvalid_i;
    assign err_o = data_err_i;
    assign rdata_o = data_rdata_i;

    logic unused_inputs;
    assign unused_inputs = &{1'b0, clk_i, rst_ni, run_state_i, svc_taken_i, nmi_i, halted_i};
    logic unused_more;
    assign unused_more = &{redirected_i, ready_i, second_step_i, exec_i, done_i};
    logic unused_rest;
    assign unused_rest = &{1'b0, returned_i, vector_i, entered_i, we_i, be_i, wdata_i};
  end

endmodule
