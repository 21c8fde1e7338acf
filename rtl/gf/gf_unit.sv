// SPDX-License-Identifier: Apache-2.0
// Four-lane Galois-field unit: sixteen multipliers and twenty-eight squarers of eight bits.
//
//   op     lo_o                                                     hi_o
//   ADD    a ^ b
//   SQ     a^2 in each byte lane
//   POW    in each lane the sum of a^(2^i) over the set bits i of b
//   INV    a^-1 in each lane, 0 for 0
//   MUL    a * b in each lane
//   CLMUL  a * b without reduction, bits 31:0                       bits 63:32
//
// cols_i: byte j is x^(m+j) mod r. m_i: degree of the field, 2..8.
//
// Operands: any. For a result in the field, each lane operand must be below x^m; see gf_reduce and
// gf_sq for others. Combinational, one cycle in the core, but INV and POW are complete in step
// INVERSE_CYCLES - 1: the caller counts the steps and holds all other inputs. hi_o is meaningful
// only for CLMUL. The caller holds a_i and b_i at zero while the unit is idle, so nothing in it
// switches.
//
// After Chen et al., ISCA 2017, section 3. m = 2..4 and the sum of powers are additions.
//
// Parameters, for smaller units and to measure what a part costs. An operation that a unit lacks
// gives an unspecified result; in the core it is an illegal instruction.
//   MIN_DEGREE      smallest m, 2..8; 5 is the paper's
//   SQUARERS        0: no squarers; SQ uses the multipliers, POW and INV are gone
//   INVERSE         0: no INV; needs to be 0 without squarers
//   GATE_REDUCTION  0: the reduction matrices are not kept quiet in CLMUL and SQ
//   INVERSE_CYCLES  1 to 4; above 1 registers cut the cascade (gf_lane)
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
    input logic [3:0] step_i,  // cycle of an inverse or a power, from 0
    input gf_op_e op_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [55:0] cols_i,
    input logic [3:0] m_i,
    output logic [31:0] lo_o,
    output logic [31:0] hi_o
);

  if (MIN_DEGREE < 2 || MIN_DEGREE > 8) begin : gen_check
    $fatal(1, "gf_unit: MIN_DEGREE must be 2..8");
  end

  localparam int unsigned ChainCycles = INVERSE ? INVERSE_CYCLES : 1;

  mul_ctrl_t [4:1] mul_ctrl;
  sq_ctrl_t [7:1] sq_ctrl;
  lane_ctrl_t lane_ctrl;
  columns_t columns;
  row_t rows[4];
  logic chained;
  logic [31:0] lane_out;
  logic [63:0] wide;

  assign columns = cols_i;

  gf_control #(
      .MIN_DEGREE(MIN_DEGREE),
      .SQUARERS(SQUARERS),
      .INVERSE(INVERSE),
      .GATE_REDUCTION(GATE_REDUCTION),
      .INVERSE_CYCLES(ChainCycles)
  ) u_control (
      .clk_i,
      .op_i,
      .turn_i(step_i[1:0]),
      .columns_i(columns),
      .m_i,
      .chained_o(chained),
      .mul_ctrl_o(mul_ctrl),
      .sq_ctrl_o(sq_ctrl),
      .lane_ctrl_o(lane_ctrl)
  );

  for (genvar i = 0; i < NumLanes; i++) begin : gen_lane
    gf_lane #(
        .LANE(i),
        .MIN_DEGREE(MIN_DEGREE),
        .SQUARERS(SQUARERS),
        .INVERSE(INVERSE),
        .INVERSE_CYCLES(ChainCycles)
    ) u_lane (
        .clk_i,
        .a_i(a_i[8*i+:8]),
        .b_i(b_i),
        .columns_i(columns),
        .mul_ctrl_i(mul_ctrl),
        .sq_ctrl_i(sq_ctrl),
        .ctrl_i(lane_ctrl),
        .row_o(rows[i]),
        .out_o(lane_out[8*i+:8])
    );
  end

  gf_clmul32 u_clmul32 (
      .rows_i(rows),
      .prod_o(wide)
  );

  logic unused;
  assign unused = &{clk_i, step_i, chained};

  assign lo_o   = lane_out ^ (wide[31:0] & {32{lane_ctrl.clmul}});
  assign hi_o   = wide[63:32];

endmodule
