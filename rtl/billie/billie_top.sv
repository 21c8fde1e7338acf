// SPDX-License-Identifier: Apache-2.0
// The machine billie for your own design: command_core, without the debugger's and the retirement
// ports, and the accelerator. Without a debugger, SDBBP is a reserved instruction. mips_top describes reset and
// bus. This core has no interrupts: irq_i is not looked at. mem_* is a second port to RAM, which answers a granted request in the next cycle.
// Parameters: as in billie_accelerator.
module billie_top
  import command_pkg::*;
#(
    parameter int unsigned M = 233,
    parameter int unsigned TERM1 = 74,
    parameter int unsigned TERM2 = 0,
    parameter int unsigned TERM3 = 0,
    parameter int unsigned D = 8,
    parameter int unsigned DEPTH = 8,
    parameter bit GATED = 1'b0,
    parameter logic [31:0] RAM_BASE = 32'h80000000,
    parameter int unsigned RAM_SIZE = 32'h100000
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

    output logic mem_req_o,
    output logic [31:0] mem_addr_o,
    output logic mem_we_o,
    output logic [31:0] mem_wdata_o,
    input logic mem_gnt_i,
    input logic [31:0] mem_rdata_i,
    input logic mem_err_i,

    input logic [5:0] irq_i
);

  port_req_t   port;
  port_rsp_t   answer;
  memory_req_t mem;

  // verilator lint_off PINCONNECTEMPTY
  // The unconnected ports are those that this module leaves out.
  command_core #(
      .REGISTERS(billie_pkg::Registers)
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
      .port_o  (port),
      .port_i  (answer),
      .irq_i,
      .debug_i ('0),
      .debug_o (),
      .retire_o()
  );

  billie_accelerator #(
      .M(M),
      .TERM1(TERM1),
      .TERM2(TERM2),
      .TERM3(TERM3),
      .D(D),
      .DEPTH(DEPTH),
      .GATED(GATED),
      .RAM_BASE(RAM_BASE),
      .RAM_SIZE(RAM_SIZE)
  ) u_accelerator (
      .clk_i,
      .rst_ni,
      .port_i(port),
      .port_o(answer),
      .mem_o(mem),
      .mem_i('{gnt: mem_gnt_i, rdata: mem_rdata_i, err: mem_err_i}),
      .completed_o()
  );
  // verilator lint_on PINCONNECTEMPTY

  assign {mem_req_o, mem_we_o} = {mem.req, mem.we};
  assign {mem_addr_o, mem_wdata_o} = {mem.addr, mem.wdata};

endmodule
