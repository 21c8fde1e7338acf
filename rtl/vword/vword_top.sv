// SPDX-License-Identifier: Apache-2.0
// The machine vword for your own design: vword_core without the ports that serve simulation. Reset,
// bus and interrupts are those of mips_top. The data port is as wide as a row. data_be_o marks the
// bytes of an access in its row. data_row_o says that the access is a row of the accelerator; what
// is no plain memory answers it with an error.
//
// Parameters: as in vword_core. `ev vword generate` writes them for a polynomial.
module vword_top
  import vword_pkg::*;
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
    localparam int unsigned DataWidth = LEVEL == LevelNone || W <= 32 ? 32 : 1 << $clog2(W)
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
    output logic [DataWidth/8-1:0] data_be_o,
    output logic data_row_o,
    input logic data_gnt_i,
    input logic data_rvalid_i,
    input logic [DataWidth-1:0] data_rdata_i,
    input logic data_err_i,
    output logic [DataWidth-1:0] data_wdata_o,

    input logic [5:0] irq_i
);

  // verilator lint_off PINCONNECTEMPTY
  // The unconnected ports are those that this module leaves out.
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
      .data_row_o,
      .data_gnt_i,
      .data_rvalid_i,
      .data_rdata_i,
      .data_err_i,
      .data_wdata_o,
      .irq_i,
      .debug_i('0),
      .debug_o(),
      .retire_o(),
      .retire_vd_o(),
      .retire_word_o(),
      .cond_o(),
      .product_busy_o()
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule
