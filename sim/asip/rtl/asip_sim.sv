// SPDX-License-Identifier: Apache-2.0
// asip_core for the C++ harness: the same ports, those of structs one by one.
module asip_sim
  import asip_pkg::*;
#(
    parameter bit AES = 1'b1,
    parameter bit ECC = 1'b1,
    parameter bit LONG_KEYS = 1'b1,
    parameter int unsigned DIGIT = 16,
    parameter int unsigned WIDTH = 256,
    parameter int unsigned SQUARES = 7,
    parameter bit PROGRAM_RAM = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic access_i,
    input logic write_i,
    input logic [31:0] offset_i,
    input logic [31:0] data_i,
    output logic ready_o,
    output logic error_o,
    output logic [31:0] data_o,
    output logic irq_o,

    input logic in_valid_i,
    input logic [31:0] in_data_i,
    output logic in_ready_o,
    output logic out_valid_o,
    output logic [31:0] out_data_o,
    input logic out_ready_i,

    output logic step_o,
    output logic [10:0] step_place_o
);

  answer_t answer;
  assign {ready_o, error_o, data_o} = {answer.ready, answer.error, answer.data};

  asip_core #(
      .AES(AES),
      .ECC(ECC),
      .LONG_KEYS(LONG_KEYS),
      .DIGIT(DIGIT),
      .WIDTH(WIDTH),
      .SQUARES(SQUARES),
      .PROGRAM_RAM(PROGRAM_RAM)
  ) u_core (
      .clk_i,
      .rst_ni,
      .access_i('{valid: access_i, write: write_i, offset: offset_i[13:0], data: data_i}),
      .answer_o(answer),
      .irq_o,
      .in_valid_i,
      .in_data_i,
      .in_ready_o,
      .out_valid_o,
      .out_data_o,
      .out_ready_i,
      .step_o,
      .step_place_o
  );

  logic unused;
  assign unused = &offset_i;

endmodule
