// SPDX-License-Identifier: Apache-2.0
// asip_core for the C++ harness: the same ports, those of structs one by one. With ASIP_APB it is behind its adapter for
// APB.
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

`ifdef ASIP_APB
  // An access begins with a setup cycle, in which the coprocessor does not see it. A write at an odd offset is one of a
  // byte: a strobe of its word.
  logic enable_q, ready, slverr, byte_write;
  logic [3:0] strobe;

  assign byte_write = write_i && offset_i[1:0] != '0;
  assign strobe = byte_write ? 4'd1 << offset_i[1:0] : '1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) enable_q <= 1'b0;
    else enable_q <= access_i && !(enable_q && ready);
  end
  assign ready_o = enable_q && ready && !slverr;
  assign error_o = enable_q && ready && slverr;

  asip_apb #(
      .AES(AES),
      .ECC(ECC),
      .LONG_KEYS(LONG_KEYS),
      .DIGIT(DIGIT),
      .WIDTH(WIDTH),
      .SQUARES(SQUARES),
      .PROGRAM_RAM(PROGRAM_RAM)
  ) u_apb (
      .clk_i,
      .rst_ni,
      .psel_i(access_i),
      .penable_i(enable_q),
      .paddr_i({offset_i[13:2], byte_write ? 2'd0 : offset_i[1:0]}),
      .pwrite_i(write_i),
      .pstrb_i(strobe & {4{write_i}}),
      .pwdata_i(data_i),
      .pready_o(ready),
      .prdata_o(data_o),
      .pslverr_o(slverr),
      .irq_o,
      .in_valid_i,
      .in_data_i,
      .in_ready_o,
      .out_valid_o,
      .out_data_o,
      .out_ready_i
  );

  assign step_o = u_apb.u_obi.step;
  assign step_place_o = u_apb.u_obi.step_place;

`else
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

`endif

  logic unused;
  assign unused = &offset_i;

endmodule
