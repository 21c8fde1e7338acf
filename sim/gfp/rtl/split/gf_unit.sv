// SPDX-License-Identifier: Apache-2.0
// Replaces rtl/gf/gf_unit.sv in the fast simulation model. It calls that module, Verilated by
// itself, whenever the unit is used. An idle unit has zero operands and gives zero. A model that
// contains the unit would nevertheless evaluate its sixteen multipliers and twenty-eight squarers
// in every cycle, which costs more than the rest of the core. The models for waveforms and for
// coverage contain the unit itself.
//
// An operation of several cycles is called in its last one, and goes through all of them there.
// Before that the result is wrong on purpose, so a core that takes it too early is noticed.
module gf_unit
  import gf_pkg::*;
#(
    parameter int unsigned MIN_DEGREE = 2,
    parameter bit SQUARERS = 1'b1,
    parameter bit INVERSE = 1'b1,
    parameter bit GATE_REDUCTION = 1'b1,
    parameter int unsigned INVERSE_CYCLES = 1
) (
    input logic clk_i,
    input logic [3:0] step_i,
    input gf_op_e op_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [55:0] cols_i,
    input logic [3:0] m_i,
    output logic [31:0] lo_o,
    output logic [31:0] hi_o
);

  if (MIN_DEGREE != 2 || !SQUARERS || !INVERSE || !GATE_REDUCTION) begin : gen_check
    $fatal(1, "gf_unit: the model with the unit apart has the unit complete");
  end

  import "DPI-C" pure function longint unsigned evariste_gf_unit_eval(
    input byte unsigned op,
    input int unsigned a,
    input int unsigned b,
    input longint unsigned cols,
    input byte unsigned m,
    input byte unsigned steps
  );

  logic [3:0] last;
  assign last = op_i == GF_INV || op_i == GF_POW ? 4'(INVERSE_CYCLES - 1) : '0;

  always_comb begin
    if (a_i == '0 && b_i == '0) {hi_o, lo_o} = '0;
    else if (step_i != last) {hi_o, lo_o} = '1;
    else
      {hi_o, lo_o} = evariste_gf_unit_eval(
          {5'd0, op_i}, a_i, b_i, {8'd0, cols_i}, {4'd0, m_i}, {4'd0, last}
      );
  end

  logic unused;
  assign unused = clk_i;

endmodule
