// SPDX-License-Identifier: Apache-2.0
// monte_soc for the C++ harness: the same ports, those of structs one by one, with every control
// input registered.
//
// A Verilated model evaluates all logic that depends on an input again on every entry. Through the
// wait and debug inputs this is nearly the whole core. With flip-flops in front of them, a clock
// costs only one evaluation. So a value that the harness sets before an edge acts in the cycle
// after it. The request to halt has a clock of its own: it acts at once, in a cycle that the harness
// has already seen.
module monte_sim
  import mips_pkg::*;
#(
    parameter bit DIGITS = 1'b0,
    parameter bit SQR = 1'b0,
    parameter bit DUAL = 1'b0,
    parameter int unsigned DEPTH = 16
) (
    input logic clk_i,
    input logic rst_ni,

    input logic instr_wait_i,
    input logic data_wait_i,
    input logic cycle_set_i,
    input logic [63:0] cycle_i,

    input logic [5:0] irq_i,

    input logic dbg_clk_i,
    input logic dbg_halt_i,
    input logic dbg_resume_i,
    input logic dbg_we_i,
    input logic [5:0] dbg_addr_i,
    input logic [31:0] dbg_wdata_i,
    input logic dbg_slot_i,
    output logic [31:0] dbg_rdata_o,

    output logic halted_o,
    output logic [63:0] cycle_o,

    output logic retire_valid_o,
    output logic [31:0] retire_pc_o,
    output logic [31:0] retire_insn_o,
    output logic [31:0] retire_next_pc_o,
    output logic [31:0] retire_after_pc_o,
    output logic retire_slot_o,
    output logic retire_next_slot_o,
    output logic retire_taken_o,
    output logic retire_trap_o,
    output logic retire_irq_o,
    output logic [3:0] retire_cause_o,
    output logic [31:0] retire_addr_o,
    output logic [4:0] retire_rd_o,
    output logic [31:0] retire_value_o,
    output logic [31:0] hi_o,
    output logic [31:0] lo_o,
    output logic busy_o,
    output logic [31:0] status_o,
    output logic [31:0] badvaddr_o,
    output logic [31:0] epc_o,
    output logic [31:0] state_o,
    output logic link_o,
    output logic begins_o,
    output logic mem_store_o,
    output logic mem_load_o,
    output logic [31:0] mem_addr_o,
    output logic [31:0] mem_data_o,
    output logic [3:0] mem_be_o,

    // What the accelerator did up to the cycle in which this instruction asked it; it is at work.
    output logic [31:0] trace_o,
    output logic at_work_o,

    output logic console_valid_o,
    output logic [7:0] console_byte_o
);

  logic instr_wait_q, data_wait_q, cycle_set_q, dbg_halt_q, dbg_resume_q, dbg_we_q, dbg_slot_q;
  logic [ 5:0] dbg_addr_q;
  logic [31:0] dbg_wdata_q;
  logic [63:0] cycle_q;
  logic [ 5:0] irq_q;

  always_ff @(posedge clk_i) begin
    instr_wait_q <= instr_wait_i;
    data_wait_q  <= data_wait_i;
    cycle_set_q  <= cycle_set_i;
    cycle_q      <= cycle_i;
    dbg_resume_q <= dbg_resume_i;
    dbg_we_q     <= dbg_we_i;
    dbg_addr_q   <= dbg_addr_i;
    dbg_wdata_q  <= dbg_wdata_i;
    dbg_slot_q   <= dbg_slot_i;
    irq_q        <= irq_i;
  end
  always_ff @(posedge dbg_clk_i) dbg_halt_q <= dbg_halt_i;

  debug_t debug;
  debug_rsp_t answer;
  retire_t retire;
  assign debug = '{
          enable: 1'b1,
          halt: dbg_halt_q,
          resume: dbg_resume_q,
          step: 1'b0,
          we: dbg_we_q,
          addr: dbg_addr_q,
          wdata: dbg_wdata_q,
          slot: dbg_slot_q
      };
  assign {halted_o, dbg_rdata_o} = {answer.halted, answer.rdata};
  assign {retire_valid_o, retire_pc_o, retire_insn_o} = {retire.valid, retire.pc, retire.insn};
  assign {retire_next_pc_o, retire_after_pc_o} = {retire.next_pc, retire.after_pc};
  assign {retire_slot_o, retire_next_slot_o} = {retire.slot, retire.next_slot};
  assign {retire_taken_o, retire_trap_o} = {retire.taken, retire.trap};
  assign {retire_irq_o, retire_cause_o, retire_addr_o} = {retire.irq, retire.cause, retire.addr};
  assign {retire_rd_o, retire_value_o} = {retire.rd, retire.value};
  assign {hi_o, lo_o, busy_o} = {retire.hi, retire.lo, retire.busy};
  assign {status_o, badvaddr_o} = {retire.status, retire.badvaddr};
  assign {epc_o, state_o, link_o} = {retire.epc, retire.state, retire.link};
  assign {mem_store_o, mem_load_o} = {retire.mem_store, retire.mem_load};
  assign {mem_addr_o, begins_o} = {retire.mem_addr, retire.begins};

  // Requests at the accelerator's memory port, and commands that have ended, are folded into one word,
  // with the cycles between them. While the core is halted nothing counts.
  logic asked, idle, completed, second_req, second_we, noted_q;
  logic [31:0] second_addr, second_wdata, trace_q, trace, gap_q, gap;
  logic noted;

  function automatic logic [31:0] folded(logic [31:0] old, logic [31:0] happened, logic [31:0] since);
    return ({old[26:0], old[31:27]} ^ happened) * 32'h85EBCA6B + since;
  endfunction

  always_comb begin
    {trace, noted, gap} = {trace_q, noted_q, noted_q ? gap_q + 32'd1 : 32'd0};
    if (second_req) begin
      trace = folded(trace, (second_addr | {30'd0, second_we, 1'b1}) ^
          ((second_we ? second_wdata : 32'd0) * 32'h9E3779B1), gap);
      {noted, gap} = {1'b1, 32'd0};
    end
    if (completed) begin
      trace = folded(trace, 32'd4, gap);
      {noted, gap} = {1'b1, 32'd0};
    end
    if (answer.halted) {trace, noted, gap} = '0;
  end
  always_ff @(posedge clk_i) begin
    {trace_q, noted_q, gap_q} <= {trace, noted, gap};
    if (asked) trace_o <= trace_q;
    if (answer.halted) trace_o <= '0;
  end
  assign at_work_o = ~idle;

  monte_soc #(
      .DIGITS(DIGITS),
      .SQR(SQR),
      .DUAL(DUAL),
      .DEPTH(DEPTH)
  ) u_soc (
      .clk_i,
      .rst_ni,
      .instr_wait_i(instr_wait_q),
      .data_wait_i(data_wait_q),
      .cycle_set_i(cycle_set_q),
      .cycle_i(cycle_q),
      .irq_i(irq_q),
      .debug_i(debug),
      .debug_o(answer),
      .cycle_o,
      .retire_o(retire),
      .mem_data_o,
      .mem_be_o,
      .asked_o(asked),
      .idle_o(idle),
      .completed_o(completed),
      .second_req_o(second_req),
      .second_addr_o(second_addr),
      .second_we_o(second_we),
      .second_wdata_o(second_wdata),
      .console_valid_o,
      .console_byte_o
  );

endmodule
