// SPDX-License-Identifier: Apache-2.0
// The core of the machine vword: mips, and with LEVEL 1 to 3 the accelerator as its coprocessor 2.
// Ports and the first two parameters: see mips_core. The others are those of the instance, as in
// isa/vword/configurations.yaml; LEVEL 0 is the core alone. SHIFT0 and so on are the amounts, of
// which there are SHIFTS.
//
// The data port is as wide as a row. data_row_o says with a request that the access is a row, which
// only RAM may answer without an error.
module vword_core
  import mips_pkg::*;
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
    localparam int unsigned Row = W <= 32 ? 32 : 1 << $clog2(W),
    localparam int unsigned DataWidth = LEVEL == LevelNone ? 32 : Row
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

    input logic [5:0] irq_i,

    input debug_t debug_i,
    output debug_rsp_t debug_o,

    // For simulation: what an instruction of the accelerator that completes writes (vd 0: nothing),
    // COND, and whether a product is on its way.
    output retire_t retire_o,
    output logic [4:0] retire_vd_o,
    output logic [W-1:0] retire_word_o,
    output logic [31:0] cond_o,
    output logic product_busy_o
);

  c2_req_t request;
  c2_rsp_t response;
  logic [DataWidth-1:0] row;
  logic [DataWidth/8-1:0] bytes;

  mips_core #(
      .DATA_WIDTH(DataWidth),
      .C2(LEVEL != LevelNone),
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
      // verilator lint_off PINCONNECTEMPTY
      .instr_drop_o(),  // there is no cache
      // verilator lint_on PINCONNECTEMPTY
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
      .c2_wdata_i(row),
      .c2_be_i(bytes),
      // verilator lint_off PINCONNECTEMPTY
      .unit_o(),  // there is none
      // verilator lint_on PINCONNECTEMPTY
      .unit_i('0),
      .debug_i,
      .debug_o,
      .retire_o
  );

  if (LEVEL != LevelNone) begin : gen_accelerator
    localparam int Amounts[MostShifts] = '{
        SHIFT0,
        SHIFT1,
        SHIFT2,
        SHIFT3,
        SHIFT4,
        SHIFT5,
        SHIFT6,
        SHIFT7,
        SHIFT8,
        SHIFT9,
        SHIFT10,
        SHIFT11,
        SHIFT12,
        SHIFT13,
        SHIFT14
    };

    vword_accelerator #(
        .M(M),
        .TERM1(TERM1),
        .TERM2(TERM2),
        .TERM3(TERM3),
        .W(W),
        .LEVEL(LEVEL),
        .D(D),
        .ROW(Row),
        .SHIFTS(SHIFTS),
        .AMOUNTS(Amounts),
        .FINGERPRINT(FINGERPRINT)
    ) u_accelerator (
        .clk_i,
        .rst_ni,
        .c2_i(request),
        .c2_o(response),
        .x_row_o(data_row_o),
        .row_i(data_rdata_i),
        .row_o(row),
        .bytes_o(bytes),
        .retire_vd_o,
        .retire_word_o,
        .cond_o,
        .product_busy_o
    );
  end else begin : gen_none
    // No coprocessor listens.
    logic unused;
    assign unused = &{request};
    assign response = '0;
    assign row = '0;
    assign bytes = '0;
    assign data_row_o = 1'b0;
    assign retire_vd_o = '0;
    assign retire_word_o = '0;
    assign cond_o = '0;
    assign product_busy_o = 1'b0;
  end

endmodule
