// SPDX-License-Identifier: Apache-2.0
// The coprocessor on an APB: words of 12 KiB, without wait states but those of the FIFOs. A write that
// is not of a whole word is a bus error. Parameters: see asip_core.
module asip_apb
  import asip_pkg::*;
#(
    parameter bit AES = 1'b1,
    parameter bit ECC = 1'b1,
    parameter bit LONG_KEYS = 1'b1,
    parameter int unsigned DIGIT = 16,
    parameter int unsigned WIDTH = 256,
    parameter int unsigned SQUARES = 7,
    parameter bit PROGRAM_RAM = 1'b0,
    parameter int unsigned WAIT_LIMIT = 63,
    parameter int unsigned WATCHDOG = 65535
) (
    input logic clk_i,
    input logic rst_ni,

    input logic psel_i,
    input logic penable_i,
    input logic [13:0] paddr_i,
    input logic pwrite_i,
    input logic [3:0] pstrb_i,
    input logic [31:0] pwdata_i,
    output logic pready_o,
    output logic [31:0] prdata_o,
    output logic pslverr_o,

    output logic irq_o,

    input logic in_valid_i,
    input logic [31:0] in_data_i,
    output logic in_ready_o,
    output logic out_valid_o,
    output logic [31:0] out_data_o,
    input logic out_ready_i
);

  access_t access;
  logic step;
  place_t step_place;
  answer_t answer;
  logic whole;

  assign whole = pstrb_i == '1 || !pwrite_i;
  assign access = '{
          valid: psel_i && penable_i,
          write: pwrite_i,
          offset: whole ? paddr_i : 14'd1,
          data: pwdata_i
      };
  assign pready_o = answer.ready || answer.error;
  assign prdata_o = answer.data;
  assign pslverr_o = answer.error;

  asip_core #(
      .AES(AES),
      .ECC(ECC),
      .LONG_KEYS(LONG_KEYS),
      .DIGIT(DIGIT),
      .WIDTH(WIDTH),
      .SQUARES(SQUARES),
      .PROGRAM_RAM(PROGRAM_RAM),
      .WAIT_LIMIT(WAIT_LIMIT),
      .WATCHDOG(WATCHDOG)
  ) u_core (
      .clk_i,
      .rst_ni,
      .access_i(access),
      .answer_o(answer),
      .irq_o,
      .in_valid_i,
      .in_data_i,
      .in_ready_o,
      .out_valid_o,
      .out_data_o,
      .out_ready_i,
      .step_o(step),
      .step_place_o(step_place)
  );

  logic unused;
  assign unused = &{step, step_place};

endmodule
