// SPDX-License-Identifier: Apache-2.0
// The core mips with memories and devices (soc_mips), for simulation, around an accelerator that takes
// commands and has the second port of RAM.
module soc_accelerated
  import mips_pkg::*;
  import command_pkg::*;
#(
    parameter registers_t REGISTERS = '0  // of the accelerator
) (
    input logic clk_i,
    input logic rst_ni,

    input  sim_req_t harness_i,
    output sim_rsp_t harness_o,

    output port_req_t port_o,
    input port_rsp_t port_i,
    input logic [2:0] completed_i,
    input memory_req_t mem_i,
    output memory_rsp_t mem_o
);

  logic instr_req, instr_gnt, instr_rvalid, instr_err;
  logic [31:0] instr_addr, instr_rdata;
  logic data_req, data_we, data_gnt, data_rvalid, data_err;
  logic [31:0] data_addr, data_wdata, data_rdata;
  logic [3:0] data_be;

  debug_rsp_t debug;
  retire_t retire;
  logic [63:0] cycle;
  logic [31:0] mem_data;
  logic [3:0] mem_be;
  logic console_valid;
  logic [7:0] console_byte;

  assign harness_o = '{
          debug: debug,
          cycle: cycle,
          retire: retire,
          mem_data: mem_data,
          mem_be: mem_be,
          asked: port_o.valid,
          idle: port_i.idle,
          completed: completed_i,
          second: mem_i,
          console_valid: console_valid,
          console_byte: console_byte
      };
  assign mem_o.gnt = 1'b1;

  command_core #(
      .REGISTERS(REGISTERS)
  ) u_core (
      .clk_i,
      .rst_ni,
      .instr_req_o(instr_req),
      .instr_addr_o(instr_addr),
      .instr_gnt_i(instr_gnt),
      .instr_rvalid_i(instr_rvalid),
      .instr_rdata_i(instr_rdata),
      .instr_err_i(instr_err),
      .data_req_o(data_req),
      .data_addr_o(data_addr),
      .data_we_o(data_we),
      .data_be_o(data_be),
      .data_gnt_i(data_gnt),
      .data_rvalid_i(data_rvalid),
      .data_rdata_i(data_rdata),
      .data_err_i(data_err),
      .data_wdata_o(data_wdata),
      .port_o,
      .port_i,
      .irq_i(harness_i.irq),
      .debug_i(harness_i.debug),
      .debug_o(debug),
      .retire_o(retire)
  );

  // verilator lint_off PINCONNECTEMPTY
  // No access of a row, no instruction cache.
  soc_mips #(
      .DATA_WIDTH(32)
  ) u_memories (
      .clk_i,
      .rst_ni,
      .instr_wait_i(harness_i.instr_wait),
      .data_wait_i(harness_i.data_wait),
      .cycle_set_i(harness_i.cycle_set),
      .cycle_i(harness_i.cycle),
      .halted_i(debug.halted),
      .cycle_o(cycle),
      .instr_req_i(instr_req),
      .instr_addr_i(instr_addr),
      .instr_gnt_o(instr_gnt),
      .instr_rvalid_o(instr_rvalid),
      .instr_rdata_o(instr_rdata),
      .instr_err_o(instr_err),
      .data_req_i(data_req),
      .data_addr_i(data_addr),
      .data_we_i(data_we),
      .data_be_i(data_be),
      .data_row_i(1'b0),
      .data_gnt_o(data_gnt),
      .data_rvalid_o(data_rvalid),
      .data_rdata_o(data_rdata),
      .data_err_o(data_err),
      .data_wdata_i(data_wdata),
      .icache_counts_i('0),
      .icache_invalidate_o(),
      .second_req_i(mem_i.req),
      .second_addr_i(mem_i.addr),
      .second_we_i(mem_i.we),
      .second_wdata_i(mem_i.wdata),
      .second_rdata_o(mem_o.rdata),
      .second_err_o(mem_o.err),
      .mem_data_o(mem_data),
      .mem_be_o(mem_be),
      .mem_row_o(),
      .console_valid_o(console_valid),
      .console_byte_o(console_byte)
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule
