// SPDX-License-Identifier: Apache-2.0
// Replaces the Galois-field unit with fewer lanes: gives any result, as in gf_unit. Separate proofs (lanes-1, lanes-2)
// show that its steps give the results of that unit, for operands that are held during the steps.
module gf_unit_serial #(
    parameter int unsigned LANES = 1,
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
  logic later;
  assign later = step_i != '0 & op_i inside {gf_pkg::GF_INV, gf_pkg::GF_POW};
  assign {hi_o, lo_o} = a_i == '0 && b_i == '0 && !later ? '0 : any;

endmodule
