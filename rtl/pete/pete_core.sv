// SPDX-License-Identifier: Apache-2.0
// The core of the machine pete: mips, and with ISE the accumulator in place of HI and LO. Ports: see
// mips_core.
//
// Parameters.
//   ISE         the accumulator and its integer instructions
//   GF2         its instructions for polynomials; needs ISE
//   MUL_PASSES  cycles of a product: 1, 2 or 4
//   INTERRUPTS  as in mips_core
module pete_core
  import mips_pkg::*;
#(
    parameter bit ISE = 1'b0,
    parameter bit GF2 = 1'b0,
    parameter int unsigned MUL_PASSES = 4,
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

    input debug_t debug_i,
    output debug_rsp_t debug_o,

    output retire_t retire_o
);

  if (GF2 && !ISE) begin : gen_check
    $fatal(1, "pete_core: GF2 needs ISE");
  end

  unit_req_t unit_req;
  unit_rsp_t unit_rsp;

  // verilator lint_off PINCONNECTEMPTY
  // There is no coprocessor 2.
  mips_core #(
      .MULTIPLY_CYCLES(MUL_PASSES),
      .INTERRUPTS(INTERRUPTS),
      .UNIT(ISE)
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
      .c2_o(),
      .c2_i('0),
      .c2_wdata_i('0),
      .c2_be_i('0),
      .unit_o(unit_req),
      .unit_i(unit_rsp),
      .debug_i,
      .debug_o,
      .retire_o
  );
  // verilator lint_on PINCONNECTEMPTY

  if (ISE) begin : gen_accumulator
    pete_accumulator #(
        .PASSES(MUL_PASSES),
        .GF2(GF2)
    ) u_accumulator (
        .clk_i,
        .rst_ni,
        .req_i(unit_req),
        .rsp_o(unit_rsp)
    );
  end else begin : gen_none
    logic unused;
    assign unused   = &{1'b0, unit_req};
    assign unit_rsp = '0;
  end

endmodule
