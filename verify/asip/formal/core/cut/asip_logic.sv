// SPDX-License-Identifier: Apache-2.0
// Replaces what stage X computes: results, and whether an operand is zero, are anything. The flag W is that of the last
// compare.
module asip_logic
  import asip_pkg::*;
#(
    parameter int unsigned DIGIT = 16,
    parameter int unsigned WIDTH = 256,
    parameter int unsigned SQUARES = 7,
    parameter bit AES = 1'b1,
    parameter bit ECC = 1'b1
) (
    input logic clk_i,

    input step_t x_i,
    input logic [WIDTH-1:0] a_i,
    input logic [WIDTH-1:0] b_i,
    input logic [31:0] memory_i,
    input logic [5:0] networks_i,

    input logic clear_i,
    output logic wide_zero_o,
    output logic [WIDTH-1:0] result_o,
    output block_t out_o
);

  logic any_zero, zero_q;

  assign {any_zero, out_o, result_o} = asip_core_harness.any_results_i;
  always_ff @(posedge clk_i) begin
    if (clear_i) zero_q <= 1'b0;
    else if (x_i.op == OP_ZERO_W) zero_q <= any_zero;
  end
  assign wide_zero_o = zero_q;

  logic unused;
  assign unused = &{x_i, a_i, b_i, memory_i, networks_i};

endmodule
