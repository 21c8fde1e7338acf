// SPDX-License-Identifier: Apache-2.0
// Replaces the Galois-field unit: gives any result. The core's proofs check the requests to the unit.
module gf_unit #(
    parameter int unsigned MIN_DEGREE = 2,
    parameter bit SQUARERS = 1'b1,
    parameter bit INVERSE = 1'b1,
    parameter bit GATE_REDUCTION = 1'b1,
    parameter int unsigned INVERSE_CYCLES = 1
) (
    input logic clk_i,
    input logic [3:0] step_i,
    input gf_pkg::gf_op_e op_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [55:0] cols_i,
    input logic [3:0] m_i,
    output logic [31:0] lo_o,
    output logic [31:0] hi_o
);

  logic [63:0] any;  // undriven: free in the proof
  // With operands of zero the unit gives zero; its own proofs show this. They do not show it for the later steps of an
  // inverse or a power.
  logic later;
  assign later = step_i != '0 & op_i inside {gf_pkg::GF_INV, gf_pkg::GF_POW};
  assign {hi_o, lo_o} = a_i == '0 && b_i == '0 && !later ? '0 : any;

endmodule
