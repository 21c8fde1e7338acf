// SPDX-License-Identifier: Apache-2.0
// The operations of gf_unit with one or two lanes instead of four, in 4 / LANES steps.
//
// In step s the lanes work on the bytes of a from s * LANES up. They multiply each by the same byte
// of b, or by the whole of b for CLMUL. A register collects the results of the earlier steps. lo_o
// and hi_o are complete in the last step. The caller holds all operands from step 0 to the last
// step.
//
// With INVERSE_CYCLES = 2 or 4, each step of INV and POW takes so many: 4 * INVERSE_CYCLES / LANES
// in all. 3 is refused, since the step would have to be divided by it.
//
// GF_ADD needs no lane and is complete in every step. hi_o is meaningful only for CLMUL. Parameters
// and everything else are as in gf_unit.
module gf_unit_serial
  import gf_pkg::*;
#(
    parameter int unsigned LANES = 1,
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

  if (LANES != 1 && LANES != 2) begin : gen_check
    $fatal(1, "gf_unit_serial: LANES must be 1 or 2");
  end
  if (INVERSE && INVERSE_CYCLES == 3) begin : gen_check_cycles
    $fatal(1, "gf_unit_serial: INVERSE_CYCLES must be 1, 2 or 4");
  end

  localparam int unsigned ChainCycles = INVERSE ? INVERSE_CYCLES : 1;

  mul_ctrl_t [4:1] mul_ctrl;
  sq_ctrl_t [7:1] sq_ctrl;
  lane_ctrl_t lane_ctrl;
  columns_t columns;
  gf_op_e lane_op;
  logic chained;  // several cycles for each group; known after the first cycle of an operation
  logic [1:0] turn;  // of the cascade
  logic [1:0] group;  // of bytes in work
  logic ready;  // their results are
  row_t [LANES-1:0] rows;
  byte_t [LANES-1:0] results;
  logic [63:0] term, sum, sum_q;

  assign columns = cols_i;
  assign lane_op = op_i == GF_ADD ? GF_IDLE : op_i;

  localparam int unsigned TurnBits = $clog2(ChainCycles);
  assign turn  = step_i[1:0] & 2'(ChainCycles - 1);
  assign ready = step_i == '0 | ~chained | turn == 2'(ChainCycles - 1);
  assign group = chained ? 2'(step_i >> TurnBits) : step_i[1:0];

  gf_control #(
      .MIN_DEGREE(MIN_DEGREE),
      .SQUARERS(SQUARERS),
      .INVERSE(INVERSE),
      .GATE_REDUCTION(GATE_REDUCTION),
      .INVERSE_CYCLES(ChainCycles)
  ) u_control (
      .clk_i,
      .op_i(lane_op),
      .turn_i(turn),
      .columns_i(columns),
      .m_i,
      .chained_o(chained),
      .mul_ctrl_o(mul_ctrl),
      .sq_ctrl_o(sq_ctrl),
      .lane_ctrl_o(lane_ctrl)
  );

  for (genvar i = 0; i < LANES; i++) begin : gen_lane
    logic [1:0] place;  // the byte in work
    byte_t own;
    assign place = group * 2'(LANES) + 2'(i);
    assign own   = b_i[8*place+:8];
    gf_lane #(
        .LANE(i),
        .MIN_DEGREE(MIN_DEGREE),
        .SQUARERS(SQUARERS),
        .INVERSE(INVERSE),
        .INVERSE_CYCLES(ChainCycles)
    ) u_lane (
        .clk_i,
        .a_i(a_i[8*place+:8]),
        .b_i(lane_ctrl.clmul ? b_i : {4{own}}),
        .columns_i(columns),
        .mul_ctrl_i(mul_ctrl),
        .sq_ctrl_i(sq_ctrl),
        .ctrl_i(lane_ctrl),
        .row_o(rows[i]),
        .out_o(results[i])
    );
  end

  // The result of this step, at its byte positions: rows of the wide product, or bytes of the
  // lanes.
  always_comb begin
    term = '0;
    for (int unsigned i = 0; i < LANES; i++)
    term ^= 64'(lane_ctrl.clmul ? rows[i] : 39'(results[i])) << (8 * i);
    sum = (group == '0 ? '0 : sum_q) ^ (term << (8 * LANES * group));
  end

  always_ff @(posedge clk_i) if (ready) sum_q <= sum;

  logic unused;
  assign unused = &step_i;

  assign lo_o   = op_i == GF_ADD ? a_i ^ b_i : sum[31:0];
  assign hi_o   = sum[63:32];

endmodule
