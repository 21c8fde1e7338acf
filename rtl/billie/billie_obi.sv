// SPDX-License-Identifier: Apache-2.0
// The accelerator billie without a core, on a bus in the style of OBI, for any core: command_obi and
// billie_accelerator. mem_* is its port to RAM, which answers a granted request in the next cycle; slots
// and tables lie from RAM_BASE on, RAM_SIZE bytes, at the addresses that mem_addr_o has. For an APB put
// command_apb before it, and set LATE_DATA. The other parameters: see billie_accelerator.
module billie_obi
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
    parameter int unsigned RAM_SIZE = 32'h100000,
    parameter bit LATE_DATA = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic req_i,
    output logic gnt_o,
    input logic [5:0] addr_i,
    input logic we_i,
    input logic [3:0] be_i,
    input logic [31:0] wdata_i,
    output logic rvalid_o,
    output logic [31:0] rdata_o,
    output logic err_o,

    output logic mem_req_o,
    output logic [31:0] mem_addr_o,
    output logic mem_we_o,
    output logic [31:0] mem_wdata_o,
    input logic mem_gnt_i,
    input logic [31:0] mem_rdata_i,
    input logic mem_err_i,

    // For simulation: commands that have ended.
    output logic [2:0] completed_o
);

  port_req_t   port;
  port_rsp_t   answer;
  memory_req_t mem;

  command_obi #(
      .REGISTERS(billie_pkg::Registers),
      .COMMAND  (billie_isa_pkg::BUS_COMMAND[3:0]),
      .OVERFLOW (billie_isa_pkg::ERROR_OVERFLOW[3:0]),
      .LATE_DATA(LATE_DATA)
  ) u_bus (
      .clk_i,
      .rst_ni,
      .req_i,
      .gnt_o,
      .addr_i,
      .we_i,
      .be_i,
      .wdata_i,
      .rvalid_o,
      .rdata_o,
      .err_o,
      .port_o(port),
      .port_i(answer)
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
      .mem_o (mem),
      .mem_i ('{gnt: mem_gnt_i, rdata: mem_rdata_i, err: mem_err_i}),
      .completed_o
  );

  assign {mem_req_o, mem_we_o} = {mem.req, mem.we};
  assign {mem_addr_o, mem_wdata_o} = {mem.addr, mem.wdata};

endmodule
