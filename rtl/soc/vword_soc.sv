// SPDX-License-Identifier: Apache-2.0
// The machine vword with memories and devices (soc_mips): the top for simulation. RAM and the data
// port are as wide as a row. Parameters: see vword_core.
module vword_soc
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

    input debug_t debug_i,
    output debug_rsp_t debug_o,

    output logic [63:0] cycle_o,

    output retire_t retire_o,
    output logic [31:0] mem_data_o,  // of the retired access of up to a word
    output logic [3:0] mem_be_o,
    output logic [DataWidth-1:0] mem_row_o,  // of the retired access of a row
    output logic [4:0] retire_vd_o,
    output logic [W-1:0] retire_word_o,
    output logic [31:0] cond_o,
    output logic product_busy_o,

    output logic console_valid_o,
    output logic [7:0] console_byte_o
);

  logic instr_req, instr_gnt, instr_rvalid, instr_err;
  logic [31:0] instr_addr, instr_rdata;
  logic data_req, data_we, data_row, data_gnt, data_rvalid, data_err;
  logic [31:0] data_addr;
  logic [DataWidth-1:0] data_wdata, data_rdata;
  logic [DataWidth/8-1:0] data_be;

  vword_core #(
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
      .data_row_o(data_row),
      .data_gnt_i(data_gnt),
      .data_rvalid_i(data_rvalid),
      .data_rdata_i(data_rdata),
      .data_err_i(data_err),
      .data_wdata_o(data_wdata),
      .irq_i,
      .debug_i,
      .debug_o,
      .retire_o,
      .retire_vd_o,
      .retire_word_o,
      .cond_o,
      .product_busy_o
  );

  // verilator lint_off PINCONNECTEMPTY
  // There is no cache, and RAM's second port is not used.
  soc_mips #(
      .DATA_WIDTH(DataWidth)
  ) u_memories (
      .clk_i,
      .rst_ni,
      .instr_wait_i,
      .data_wait_i,
      .cycle_set_i,
      .cycle_i,
      .halted_i(debug_o.halted),
      .cycle_o,
      .icache_counts_i('0),
      .icache_invalidate_o(),
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
      .data_row_i(data_row),
      .data_gnt_o(data_gnt),
      .data_rvalid_o(data_rvalid),
      .data_rdata_o(data_rdata),
      .data_err_o(data_err),
      .data_wdata_i(data_wdata),
      .second_req_i(1'b0),
      .second_addr_i('0),
      .second_we_i(1'b0),
      .second_wdata_i('0),
      .second_rdata_o(),
      .second_err_o(),
      .mem_data_o,
      .mem_be_o,
      .mem_row_o,
      .console_valid_o,
      .console_byte_o
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule
