// SPDX-License-Identifier: Apache-2.0
// The coprocessor on a bus in the style of OBI: words of 12 KiB. An access is granted at once, and
// rvalid_o comes in the next cycle, or later if a FIFO waits. With LATE_DATA the data of a write come
// while it waits for rvalid_o, not with the request. Accesses that are not of a whole word are bus
// errors. The other parameters: see asip_core.
module asip_obi
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
    parameter int unsigned WATCHDOG = 65535,
    parameter bit LATE_DATA = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic req_i,
    output logic gnt_o,
    input logic [13:0] addr_i,
    input logic we_i,
    input logic [3:0] be_i,
    input logic [31:0] wdata_i,
    output logic rvalid_o,
    output logic [31:0] rdata_o,
    output logic err_o,

    output logic irq_o,

    input logic in_valid_i,
    input logic [31:0] in_data_i,
    output logic in_ready_o,
    output logic out_valid_o,
    output logic [31:0] out_data_o,
    input logic out_ready_i
);

  access_t access, access_q;
  answer_t answer;
  logic step, answered;
  place_t step_place;

  always_comb begin
    access = access_q;
    if (LATE_DATA) access.data = wdata_i;
  end
  assign answered = answer.ready || answer.error;
  assign gnt_o = !access_q.valid || answered;
  assign rvalid_o = answered;
  assign rdata_o = answer.data;
  assign err_o = answer.error;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) access_q <= '0;
    else if (gnt_o) begin
      access_q.valid <= req_i;
      if (req_i) begin
        {access_q.write, access_q.offset} <= {we_i, be_i == '1 ? addr_i : 14'd1};
        access_q.data <= LATE_DATA ? '0 : wdata_i;
      end
    end
  end

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
