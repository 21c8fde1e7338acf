// SPDX-License-Identifier: Apache-2.0
// The machine pete for your own design: pete_core without the debugger's and the retirement ports.
// Without a debugger, SDBBP is a reserved instruction. mips_top describes reset, bus and interrupt
// lines; U has no reset either. Tie icache_invalidate_i low if there is no cache. Parameters: as in
// pete_core.
module pete_top
  import pete_pkg::*;
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

    input logic [5:0] irq_i,

    input logic icache_invalidate_i,
    output icache_event_t icache_o
);

  // verilator lint_off PINCONNECTEMPTY
  // The unconnected ports are those that this module leaves out.
  pete_core #(
      .ISE(ISE),
      .GF2(GF2),
      .MUL_PASSES(MUL_PASSES),
      .ICACHE_BYTES(ICACHE_BYTES),
      .ICACHE_WAYS(ICACHE_WAYS),
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
      .icache_invalidate_i,
      .icache_o,
      .debug_i ('0),
      .debug_o (),
      .retire_o()
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule
