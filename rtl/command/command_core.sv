// SPDX-License-Identifier: Apache-2.0
// The core mips with a port for commands, to which an accelerator is connected. mips_core describes
// the other ports.
module command_core
  import mips_pkg::*;
  import command_pkg::*;
#(
    parameter registers_t REGISTERS = '0  // of the accelerator
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

    output port_req_t port_o,
    input  port_rsp_t port_i,

    input logic [5:0] irq_i,

    input debug_t debug_i,
    output debug_rsp_t debug_o,

    output retire_t retire_o  // for simulation: what an instruction did
);

  c2_req_t request;
  c2_rsp_t response;

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

  command_cop2 #(
      .REGISTERS(REGISTERS)
  ) u_cop2 (
      .clk_i,
      .rst_ni,
      .c2_i(request),
      .c2_o(response),
      .port_o,
      .port_i
  );

endmodule
