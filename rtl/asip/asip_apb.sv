// SPDX-License-Identifier: Apache-2.0
// The coprocessor on an APB: words of 12 KiB, without wait states but those of the FIFOs. A write that
// is not of a whole word is a bus error. It is asip_obi: the setup cycle is its request, the access
// cycles are those in which it waits for the answer. Parameters: see asip_core.
module asip_apb #(
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

  logic granted;  // always: the access before has been answered

  asip_obi #(
      .AES(AES),
      .ECC(ECC),
      .LONG_KEYS(LONG_KEYS),
      .DIGIT(DIGIT),
      .WIDTH(WIDTH),
      .SQUARES(SQUARES),
      .PROGRAM_RAM(PROGRAM_RAM),
      .WAIT_LIMIT(WAIT_LIMIT),
      .WATCHDOG(WATCHDOG),
      .LATE_DATA(1'b1)
  ) u_obi (
      .clk_i,
      .rst_ni,
      .req_i(psel_i && !penable_i),
      .gnt_o(granted),
      .addr_i(paddr_i),
      .we_i(pwrite_i),
      .be_i(pstrb_i | {4{!pwrite_i}}),
      .wdata_i(pwdata_i),
      .rvalid_o(pready_o),
      .rdata_o(prdata_o),
      .err_o(pslverr_o),
      .irq_o,
      .in_valid_i,
      .in_data_i,
      .in_ready_o,
      .out_valid_o,
      .out_data_o,
      .out_ready_i
  );

  logic unused;
  assign unused = granted;

endmodule
