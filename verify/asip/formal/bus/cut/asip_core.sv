// SPDX-License-Identifier: Apache-2.0
// The core as an adapter sees it: it answers an access at any time, with anything.
module asip_core
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

    input access_t access_i,
    output answer_t answer_o,
    output logic irq_o,

    input logic in_valid_i,
    input logic [31:0] in_data_i,
    output logic in_ready_o,
    output logic out_valid_o,
    output logic [31:0] out_data_o,
    input logic out_ready_i,

    output logic   step_o,
    output place_t step_place_o
);

  logic when, refuses;
  assign {when, refuses} = asip_bus_harness.any_answer_i;
  assign answer_o = '{
          ready: access_i.valid && when && !refuses,
          error: access_i.valid && when && refuses,
          data: asip_bus_harness.any_data_i
      };
  assign {irq_o, in_ready_o, out_valid_o, out_data_o, step_o, step_place_o} = '0;

  logic unused;
  assign unused = &{clk_i, rst_ni, in_valid_i, in_data_i, out_ready_i, access_i.data};

endmodule
