// SPDX-License-Identifier: Apache-2.0
// gfp_soc for the C++ harness: the same ports, those of structs one by one, with every control input
// registered.
//
// A Verilated model evaluates all logic that depends on an input again on every entry. Through the
// wait and debug inputs this is nearly the whole core. With flip-flops in front of them, a clock
// costs only one evaluation. So a value that the harness sets before an edge acts in the cycle
// after it.
module gfp_sim
  import gfp_pkg::*;
#(
    parameter bit GF = 1'b1,
    parameter int unsigned GF_LANES = 4,
    parameter int unsigned GF_MIN_DEGREE = 2,
    parameter int unsigned GF_INVERSE_CYCLES = 1,
    parameter bit GF_FIELD2 = 1'b0,
    parameter bit GF_MA = 1'b0,
    parameter int unsigned GF_MAC = 0,
    parameter bit GF_TEST = 1'b0,
    parameter bit GF_HIGH = 1'b0,
    parameter int unsigned MUL_CYCLES = 1,
    parameter int unsigned INTERRUPTS = 0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic instr_wait_i,
    input logic data_wait_i,

    input logic [31:0] irq_i,
    input logic nmi_i,
    output logic sleeping_o,
    output logic sleep_timed_o,

    input logic dbg_halt_i,
    input logic dbg_resume_i,
    input logic dbg_we_i,
    input logic [4:0] dbg_addr_i,
    input logic [31:0] dbg_wdata_i,
    output logic [31:0] dbg_rdata_o,

    output logic halted_o,
    output logic lockup_o,
    output logic [63:0] cycle_o,

    output logic retire_valid_o,
    output logic [31:0] retire_pc_o,
    output logic [31:0] retire_insn_o,
    output logic [31:0] retire_next_pc_o,
    output logic retire_trap_o,
    output logic [3:0] retire_cause_o,
    output logic [31:0] retire_addr_o,
    output logic [3:0] retire_nzcv_o,
    output logic [7:0] retire_special_o,
    output logic rf_we0_o,
    output logic rf_we1_o,
    output logic [3:0] rf_addr0_o,
    output logic [3:0] rf_addr1_o,
    output logic [31:0] rf_data0_o,
    output logic [31:0] rf_data1_o,
    output logic mem_store_o,
    output logic mem_load_o,
    output logic [31:0] mem_addr_o,
    output logic [31:0] mem_data_o,
    output logic [3:0] mem_be_o,

    output logic console_valid_o,
    output logic [7:0] console_byte_o,

    input logic device_present_i,
    output logic device_req_o,
    output logic [15:0] device_addr_o,
    output logic device_we_o,
    output logic [3:0] device_be_o,
    output logic [31:0] device_wdata_o,
    input logic device_rvalid_i,
    input logic [31:0] device_rdata_i,
    input logic device_err_i,

    // For a follower: an instruction, or an interrupt in its place, could begin in this cycle; the
    // last cycle of an exception return before its frame is loaded; a bus error on the data port.
    output logic begins_o,
    output logic returns_o,
    output logic fails_o,

    // The last cycle found a fault of this instruction. In lockup the retirement port shows a later
    // one.
    output logic fault_o,
    output logic [31:0] fault_pc_o,
    output logic [31:0] fault_insn_o,
    output logic [3:0] fault_cause_o,
    output logic [31:0] fault_addr_o
);

  logic instr_wait_q, data_wait_q, dbg_halt_q, dbg_resume_q, dbg_we_q;
  logic [4:0] dbg_addr_q;
  logic [31:0] dbg_wdata_q, irq_q;
  logic nmi_q, device_present_q, device_rvalid_q, device_err_q;
  logic [31:0] device_rdata_q;

  always_ff @(posedge clk_i) begin
    instr_wait_q <= instr_wait_i;
    data_wait_q  <= data_wait_i;
    dbg_halt_q   <= dbg_halt_i;
    dbg_resume_q <= dbg_resume_i;
    dbg_we_q     <= dbg_we_i;
    dbg_addr_q   <= dbg_addr_i;
    dbg_wdata_q  <= dbg_wdata_i;
    irq_q        <= irq_i;
    nmi_q        <= nmi_i;
    {device_present_q, device_rvalid_q, device_err_q} <= {
      device_present_i, device_rvalid_i, device_err_i
    };
    device_rdata_q <= device_rdata_i;
  end

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
          wdata: dbg_wdata_q
      };
  assign {halted_o, dbg_rdata_o} = {answer.halted, answer.rdata};
  assign {retire_valid_o, retire_pc_o, retire_insn_o} = {retire.valid, retire.pc, retire.insn};
  assign {retire_next_pc_o, retire_trap_o} = {retire.next_pc, retire.trap};
  assign {retire_cause_o, retire_addr_o} = {retire.cause, retire.addr};
  assign {retire_nzcv_o, retire_special_o} = {retire.nzcv, retire.special};
  assign {rf_we0_o, rf_addr0_o, rf_data0_o} = {retire.rf.we0, retire.rf.addr0, retire.rf.data0};
  assign {rf_we1_o, rf_addr1_o, rf_data1_o} = {retire.rf.we1, retire.rf.addr1, retire.rf.data1};
  assign {mem_store_o, mem_load_o, mem_be_o} = {retire.mem_store, retire.mem_load, retire.mem_be};
  assign {mem_addr_o, mem_data_o} = {retire.mem_addr, retire.mem_data};

  gfp_soc #(
      .GF(GF),
      .GF_LANES(GF_LANES),
      .GF_MIN_DEGREE(GF_MIN_DEGREE),
      .GF_INVERSE_CYCLES(GF_INVERSE_CYCLES),
      .GF_FIELD2(GF_FIELD2),
      .GF_MA(GF_MA),
      .GF_MAC(GF_MAC),
      .GF_TEST(GF_TEST),
      .GF_HIGH(GF_HIGH),
      .MUL_CYCLES(MUL_CYCLES),
      .INTERRUPTS(INTERRUPTS)
  ) u_soc (
      .clk_i,
      .rst_ni,
      .instr_wait_i(instr_wait_q),
      .data_wait_i(data_wait_q),
      .irq_i(irq_q),
      .nmi_i(nmi_q),
      .sleeping_o,
      .sleep_timed_o,
      .debug_i(debug),
      .debug_o(answer),
      .lockup_o,
      .cycle_o,
      .retire_o(retire),
      .console_valid_o,
      .console_byte_o,
      .device_present_i(device_present_q),
      .device_req_o,
      .device_addr_o,
      .device_we_o,
      .device_be_o,
      .device_wdata_o,
      .device_rvalid_i(device_rvalid_q),
      .device_rdata_i(device_rdata_q),
      .device_err_i(device_err_q)
  );

  assign returns_o = u_soc.u_core.exc_return;
  assign fails_o   = u_soc.u_core.lsu.error;

  logic fault_q;
  always_ff @(posedge clk_i) fault_q <= u_soc.u_core.trap;
  assign fault_o = fault_q;
  assign fault_pc_o = u_soc.u_core.u_retire.pc;
  assign fault_insn_o = u_soc.u_core.u_retire.insn;
  assign fault_cause_o = u_soc.u_core.u_retire.cause_q;
  assign fault_addr_o = u_soc.u_core.u_retire.trap_addr_q;
  if (INTERRUPTS != 0) begin : gen_begins
    assign begins_o = u_soc.u_core.u_interrupts.ready_i & ~u_soc.u_core.u_interrupts.gen_interrupts.x_busy_q;
  end else begin : gen_no_begins
    assign begins_o = 1'b0;
  end

endmodule
