// SPDX-License-Identifier: Apache-2.0
// pete_soc for the C++ harness: the same ports, those of structs one by one, with every control
// input registered.
//
// A Verilated model evaluates all logic that depends on an input again on every entry. Through the
// wait and debug inputs this is nearly the whole core. With flip-flops in front of them, a clock
// costs only one evaluation. So a value that the harness sets before an edge acts in the cycle
// after it. The request to halt has a clock of its own: it acts at once, in a cycle that the harness
// has already seen.
module pete_sim
  import mips_pkg::*;
#(
    parameter bit ISE = 1'b0,
    parameter bit GF2 = 1'b0,
    parameter int unsigned MUL_PASSES = 4,
    parameter int unsigned ICACHE_BYTES = 0,
    parameter int unsigned ICACHE_WAYS = 1,
    parameter int unsigned INTERRUPTS = 0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic instr_wait_i,
    input logic data_wait_i,
    input logic cycle_set_i,
    input logic [63:0] cycle_i,
    input logic icache_set_i,
    input logic [31:0] icache_set_hits_i,
    input logic [31:0] icache_set_misses_i,
    input logic [31:0] icache_set_stalls_i,

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
    output logic [31:0] icache_hits_o,
    output logic [31:0] icache_misses_o,
    output logic [31:0] icache_stalls_o,
    output logic icache_busy_o,

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
    output logic [31:0] upper_o,
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

    output logic console_valid_o,
    output logic [7:0] console_byte_o
);

  logic instr_wait_q, data_wait_q, cycle_set_q, dbg_halt_q, dbg_resume_q, dbg_we_q, dbg_slot_q;
  logic [ 5:0] dbg_addr_q;
  logic [31:0] dbg_wdata_q;
  logic [63:0] cycle_q;
  logic icache_set_q;
  logic [2:0][31:0] icache_set_counts_q;
  logic [ 5:0] irq_q;

  always_ff @(posedge clk_i) begin
    instr_wait_q <= instr_wait_i;
    data_wait_q  <= data_wait_i;
    cycle_set_q  <= cycle_set_i;
    cycle_q      <= cycle_i;
    icache_set_q <= icache_set_i;
    icache_set_counts_q <= {icache_set_stalls_i, icache_set_misses_i, icache_set_hits_i};
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
  assign {upper_o, hi_o, lo_o, busy_o} = {retire.upper, retire.hi, retire.lo, retire.busy};
  assign {status_o, badvaddr_o} = {retire.status, retire.badvaddr};
  assign {epc_o, state_o, link_o} = {retire.epc, retire.state, retire.link};
  assign {mem_store_o, mem_load_o} = {retire.mem_store, retire.mem_load};
  assign {mem_addr_o, begins_o} = {retire.mem_addr, retire.begins};

  pete_soc #(
      .ISE(ISE),
      .GF2(GF2),
      .MUL_PASSES(MUL_PASSES),
      .ICACHE_BYTES(ICACHE_BYTES),
      .ICACHE_WAYS(ICACHE_WAYS),
      .INTERRUPTS(INTERRUPTS)
  ) u_soc (
      .clk_i,
      .rst_ni,
      .instr_wait_i(instr_wait_q),
      .data_wait_i(data_wait_q),
      .cycle_set_i(cycle_set_q),
      .cycle_i(cycle_q),
      .icache_set_i(icache_set_q),
      .icache_set_counts_i(icache_set_counts_q),
      .irq_i(irq_q),
      .debug_i(debug),
      .debug_o(answer),
      .cycle_o,
      .icache_counts_o({icache_stalls_o, icache_misses_o, icache_hits_o}),
      .icache_busy_o,
      .retire_o(retire),
      .mem_data_o,
      .mem_be_o,
      .console_valid_o,
      .console_byte_o
  );

endmodule
