// SPDX-License-Identifier: Apache-2.0
// vword_soc for the C++ harness: the same ports, those of structs one by one, with every control
// input registered.
//
// A Verilated model evaluates all logic that depends on an input again on every entry. Through the
// wait and debug inputs this is nearly the whole core. With flip-flops in front of them, a clock
// costs only one evaluation. So a value that the harness sets before an edge acts in the cycle
// after it. The request to halt has a clock of its own: it acts at once, in a cycle that the harness
// has already seen.
module vword_sim
  import mips_pkg::*;
#(
    parameter int unsigned MULTIPLY_CYCLES = 4,
    parameter int unsigned INTERRUPTS = 0,
    parameter int unsigned M = 0,
    parameter int unsigned TERM1 = 0,
    parameter int unsigned TERM2 = 0,
    parameter int unsigned TERM3 = 0,
    parameter int unsigned W = 32,
    parameter int unsigned LEVEL = 0,
    parameter int unsigned D = 1,
    parameter int unsigned SHIFTS = 0,
    parameter int SHIFT0 = 0,
    parameter int SHIFT1 = 0,
    parameter int SHIFT2 = 0,
    parameter int SHIFT3 = 0,
    parameter int SHIFT4 = 0,
    parameter int SHIFT5 = 0,
    parameter int SHIFT6 = 0,
    parameter int SHIFT7 = 0,
    parameter int SHIFT8 = 0,
    parameter int SHIFT9 = 0,
    parameter int SHIFT10 = 0,
    parameter int SHIFT11 = 0,
    parameter int SHIFT12 = 0,
    parameter int SHIFT13 = 0,
    parameter int SHIFT14 = 0,
    parameter int unsigned FINGERPRINT = 0,
    localparam int unsigned DataWidth = LEVEL == 0 || W <= 32 ? 32 : 1 << $clog2(W)
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
    output logic [DataWidth-1:0] mem_row_o,
    output logic [4:0] retire_vd_o,
    output logic [W-1:0] retire_word_o,
    output logic [31:0] cond_o,
    output logic product_busy_o,

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

  vword_soc #(
      .MULTIPLY_CYCLES(MULTIPLY_CYCLES),
      .INTERRUPTS(INTERRUPTS),
      .M(M),
      .TERM1(TERM1),
      .TERM2(TERM2),
      .TERM3(TERM3),
      .W(W),
      .LEVEL(LEVEL),
      .D(D),
      .SHIFTS(SHIFTS),
      .SHIFT0(SHIFT0),
      .SHIFT1(SHIFT1),
      .SHIFT2(SHIFT2),
      .SHIFT3(SHIFT3),
      .SHIFT4(SHIFT4),
      .SHIFT5(SHIFT5),
      .SHIFT6(SHIFT6),
      .SHIFT7(SHIFT7),
      .SHIFT8(SHIFT8),
      .SHIFT9(SHIFT9),
      .SHIFT10(SHIFT10),
      .SHIFT11(SHIFT11),
      .SHIFT12(SHIFT12),
      .SHIFT13(SHIFT13),
      .SHIFT14(SHIFT14),
      .FINGERPRINT(FINGERPRINT)
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
      .mem_row_o,
      .retire_vd_o,
      .retire_word_o,
      .cond_o,
      .product_busy_o,
      .console_valid_o,
      .console_byte_o
  );

endmodule
