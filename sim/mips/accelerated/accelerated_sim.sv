// SPDX-License-Identifier: Apache-2.0
// The system SYSTEM #(PARAMETERS) of a core with an accelerator, for the C++ harness: the same ports, those of structs one by one, with every control
// input registered.
//
// A Verilated model evaluates all logic that depends on an input again on every entry. Through the
// wait and debug inputs this is nearly the whole core. With flip-flops in front of them, a clock
// costs only one evaluation. So a value that the harness sets before an edge acts in the cycle
// after it. The request to halt has a clock of its own: it acts at once, in a cycle that the harness
// has already seen.
module accelerated_sim
  import mips_pkg::*;
  import command_pkg::*;
(
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
    // `path` is without data, and since it was asked before.
    output logic [31:0] trace_o,
    output logic [31:0] path_o,
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

  sim_req_t harness;
  sim_rsp_t system;
  debug_rsp_t answer;
  retire_t retire;
  assign harness = '{
          instr_wait: instr_wait_q,
          data_wait: data_wait_q,
          cycle_set: cycle_set_q,
          cycle: cycle_q,
          irq: irq_q,
          debug: '{
              enable: 1'b1,
              halt: dbg_halt_q,
              resume: dbg_resume_q,
              step: 1'b0,
              we: dbg_we_q,
              addr: dbg_addr_q,
              wdata: dbg_wdata_q,
              slot: dbg_slot_q
          }
      };
  assign {answer, retire} = {system.debug, system.retire};
  assign {cycle_o, mem_data_o, mem_be_o} = {system.cycle, system.mem_data, system.mem_be};
  assign {console_valid_o, console_byte_o} = {system.console_valid, system.console_byte};
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
  logic noted, noted_q, begun, begun_q;
  logic [31:0] trace_q, trace, gap_q, gap, path_q, path, since_q, since;
  memory_req_t second;
  assign second = system.second;

  function automatic logic [31:0] folded(logic [31:0] old, logic [31:0] happened, logic [31:0] since);
    return ({old[26:0], old[31:27]} ^ happened) * 32'h85EBCA6B + since;
  endfunction

  always_comb begin
    {trace, noted, gap} = {trace_q, noted_q, noted_q ? gap_q + 32'd1 : 32'd0};
    {path, begun, since} = {path_q, begun_q, begun_q ? since_q + 32'd1 : 32'd0};
    if (system.asked) {path, begun, since} = {32'd0, 1'b1, 32'd0};
    if (second.req) begin
      trace = folded(trace, (second.addr | {30'd0, second.we, 1'b1}) ^
          ((second.we ? second.wdata : 32'd0) * 32'h9E3779B1), gap);
      path = folded(path, second.addr | {30'd0, second.we, 1'b1}, since);
      {noted, gap, begun, since} = {1'b1, 32'd0, 1'b1, 32'd0};
    end
    if (system.completed != '0) begin
      trace = folded(trace, {27'd0, system.completed, 2'd0}, gap);
      path = folded(path, {27'd0, system.completed, 2'd0}, since);
      {noted, gap, begun, since} = {1'b1, 32'd0, 1'b1, 32'd0};
    end
    if (answer.halted) {trace, noted, gap, path, begun, since} = '0;
  end
  always_ff @(posedge clk_i) begin
    {trace_q, noted_q, gap_q} <= {trace, noted, gap};
    {path_q, begun_q, since_q} <= {path, begun, since};
    if (system.asked) {trace_o, path_o} <= {trace_q, path_q};
    if (answer.halted) {trace_o, path_o} <= '0;
  end
  assign at_work_o = ~system.idle;

  `SYSTEM #(`PARAMETERS) u_soc (
      .clk_i,
      .rst_ni,
      .harness_i(harness),
      .harness_o(system)
  );

endmodule
