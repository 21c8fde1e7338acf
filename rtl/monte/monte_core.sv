// SPDX-License-Identifier: Apache-2.0
// The core of the machine monte: mips, with the accelerator as its coprocessor 2. mips_core and
// monte_accelerator describe ports and parameters; mem_* is the accelerator's own port to RAM.
module monte_core
  import mips_pkg::*;
  import monte_pkg::*;
#(
    parameter bit DIGITS = 1'b0,
    parameter bit SQR = 1'b0,
    parameter bit DUAL = 1'b0,
    parameter int unsigned DEPTH = 16,
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

    input logic [5:0] irq_i,

    input debug_t debug_i,
    output debug_rsp_t debug_o,

    // For simulation: what an instruction did; the accelerator is asked, is idle, has completed a
    // command.
    output retire_t retire_o,
    output logic asked_o,
    output logic idle_o,
    output logic completed_o
);

  c2_req_t   request;
  c2_rsp_t   response;
  port_req_t port;
  port_rsp_t answer;

  mips_core #(
      .DATA_WIDTH(32),
      .C2(1'b1),
      .MULTIPLY_CYCLES(4)
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
      .c2_o(request),
      .c2_i(response),
      .c2_wdata_i('0),  // no rows
      .c2_be_i('0),
      // verilator lint_off PINCONNECTEMPTY
      .instr_drop_o(),  // there is no cache
      .unit_o(),  // there is none
      // verilator lint_on PINCONNECTEMPTY
      .unit_i('0),
      .debug_i,
      .debug_o,
      .retire_o
  );

  monte_cop2 u_cop2 (
      .clk_i,
      .rst_ni,
      .c2_i  (request),
      .c2_o  (response),
      .port_o(port),
      .port_i(answer)
  );

  monte_accelerator #(
      .DIGITS(DIGITS),
      .SQR(SQR),
      .DUAL(DUAL),
      .DEPTH(DEPTH),
      .RAM_BASE(RAM_BASE),
      .RAM_SIZE(RAM_SIZE)
  ) u_accelerator (
      .clk_i,
      .rst_ni,
      .port_i(port),
      .port_o(answer),
      .mem_req_o,
      .mem_addr_o,
      .mem_we_o,
      .mem_wdata_o,
      .mem_gnt_i,
      .mem_rdata_i,
      .mem_err_i,
      .completed_o
  );

  assign asked_o = port.valid;
  assign idle_o  = answer.idle;

endmodule
