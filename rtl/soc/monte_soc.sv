// SPDX-License-Identifier: Apache-2.0
// The machine monte with memories and devices (soc_mips): the top for simulation. The accelerator has
// the second port of RAM. Parameters: see monte_accelerator.
module monte_soc
  import mips_pkg::*;
#(
    parameter bit DIGITS = 1'b0,
    parameter bit SQR = 1'b0,
    parameter bit DUAL = 1'b0,
    parameter int unsigned DEPTH = 16
) (
    input logic clk_i,
    input logic rst_ni,

    input logic instr_wait_i,
    input logic data_wait_i,
    input logic cycle_set_i,
    input logic [63:0] cycle_i,

    input logic [5:0] irq_i,

    input debug_t debug_i,
    output debug_rsp_t debug_o,

    output logic [63:0] cycle_o,

    output retire_t retire_o,
    output logic [31:0] mem_data_o,
    output logic [3:0] mem_be_o,

    // The accelerator: it is asked, is idle, has completed a command; its port to RAM.
    output logic asked_o,
    output logic idle_o,
    output logic completed_o,
    output logic second_req_o,
    output logic [31:0] second_addr_o,
    output logic second_we_o,
    output logic [31:0] second_wdata_o,

    output logic console_valid_o,
    output logic [7:0] console_byte_o
);

  logic instr_req, instr_gnt, instr_rvalid, instr_err;
  logic [31:0] instr_addr, instr_rdata;
  logic data_req, data_we, data_gnt, data_rvalid, data_err;
  logic [31:0] data_addr, data_wdata, data_rdata;
  logic [3:0] data_be;

  logic [31:0] second_rdata;
  logic second_err;

  monte_core #(
      .DIGITS(DIGITS),
      .SQR(SQR),
      .DUAL(DUAL),
      .DEPTH(DEPTH),
      .RAM_BASE(mips_isa_pkg::RAM_BASE),
      .RAM_SIZE(mips_isa_pkg::RAM_SIZE)
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
      .mem_req_o(second_req_o),
      .mem_addr_o(second_addr_o),
      .mem_we_o(second_we_o),
      .mem_wdata_o(second_wdata_o),
      .mem_gnt_i(1'b1),
      .mem_rdata_i(second_rdata),
      .mem_err_i(second_err),
      .irq_i,
      .debug_i,
      .debug_o,
      .retire_o,
      .asked_o,
      .idle_o,
      .completed_o
  );

  // verilator lint_off PINCONNECTEMPTY
  // No access of a row, no instruction cache.
  soc_mips #(
      .DATA_WIDTH(32)
  ) u_memories (
      .clk_i,
      .rst_ni,
      .instr_wait_i,
      .data_wait_i,
      .cycle_set_i,
      .cycle_i,
      .halted_i(debug_o.halted),
      .cycle_o,
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
      .second_req_i(second_req_o),
      .second_addr_i(second_addr_o),
      .second_we_i(second_we_o),
      .second_wdata_i(second_wdata_o),
      .second_rdata_o(second_rdata),
      .second_err_o(second_err),
      .mem_data_o,
      .mem_be_o,
      .mem_row_o(),
      .console_valid_o,
      .console_byte_o
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule
