// SPDX-License-Identifier: Apache-2.0
// Replaces the arithmetic of a slot: its answers are anything. The core's proofs check what it is asked, and who gets
// its answers. Decoder and arithmetic together have proofs of their own, one for each operation.
module coreva_alu
  import coreva_pkg::*;
#(
    parameter bit ISE = 1'b0,
    parameter bit LSLADD = 1'b0
) (
    input op_t op_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [31:0] state_i,
    output logic [31:0] value_o,
    output logic [1:0] holds_o
);

  logic [33:0] any, any_q;  // undriven: free in the proof
  always_ff @(posedge coreva_harness.clk_i) any_q <= any;
  assign {value_o, holds_o} = any_q;

endmodule
