// SPDX-License-Identifier: Apache-2.0
// The core mips for your own design: mips_core without coprocessor 2, the debugger's and the
// retirement ports. Without a debugger, SDBBP is a reserved instruction.
//
// Reset. rst_ni is low for at least one cycle of clk_i and rises synchronously to it. The core then
// fetches from 0xbfc00000. Exceptions go to 0xbfc00380 until the program clears Status.BEV, and then
// to 0x80000180. All three are addresses as the program sees them: the core translates none. The
// register file, HI and LO have no reset.
//
// Bus. Each port works as in OBI: a request and its address stay until the cycle with gnt. rvalid
// comes in a later cycle, with data, or with err high for a bus error. At most one access is
// outstanding. Addresses of the instruction port are word addresses. data_be_o marks the bytes of
// an access in their word. data_wdata_o is valid while a store waits for rvalid, not with the
// request.
//
// Interrupt lines are levels, synchronous to the clock. Tie irq_i low if INTERRUPTS is 0.
//
// Parameters: as in mips_core.
module mips_top #(
    parameter int unsigned MULTIPLY_CYCLES = 4,
    parameter int unsigned INTERRUPTS = 0
) (
    input logic clk_i,
    input logic rst_ni,

    output logic instr_req_o,
    output logic [31:0] instr_addr_o,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,

    output logic data_req_o,
    output logic [31:0] data_addr_o,
    output logic data_we_o,
    output logic [3:0] data_be_o,
    input logic data_gnt_i,
    input logic data_rvalid_i,
    input logic [31:0] data_rdata_i,
    input logic data_err_i,
    output logic [31:0] data_wdata_o,

    input logic [5:0] irq_i
);

  // verilator lint_off PINCONNECTEMPTY
  // The unconnected ports are those that this module leaves out.
  mips_core #(
      .MULTIPLY_CYCLES(MULTIPLY_CYCLES),
      .INTERRUPTS(INTERRUPTS)
  ) u_core (
      .clk_i,
      .rst_ni,
      .instr_req_o,
      .instr_addr_o,
      .instr_gnt_i,
      .instr_rvalid_i,
      .instr_rdata_i,
      .instr_err_i,
      .instr_drop_o(),
      .data_req_o,
      .data_addr_o,
      .data_we_o,
      .data_be_o,
      .data_gnt_i,
      .data_rvalid_i,
      .data_rdata_i,
      .data_err_i,
      .data_wdata_o,
      .irq_i,
      .c2_o(),
      .c2_i('0),
      .c2_wdata_i('0),
      .c2_be_i('0),
      .unit_o(),
      .unit_i('0),
      .debug_i('0),
      .debug_o(),
      .retire_o()
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule
