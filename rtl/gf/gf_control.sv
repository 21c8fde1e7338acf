// SPDX-License-Identifier: Apache-2.0
// Decodes the operation and the field once, for all lanes.
//
// cols_i: byte j is column j of the reduction matrix. m_i: degree, 2..8. The core refuses other
// values before they reach the field register; here they give unspecified results.
//
// MIN_DEGREE, SQUARERS: as in gf_unit. GATE_REDUCTION = 0 does not gate the matrices in operations
// that do not need them. It shows what the gating saves; no result depends on it.
//
// INVERSE_CYCLES = 1 is combinational. With more, two flip-flops tell what the cascade does: a
// block that it reaches in a later cycle takes its controls from them. They are there when the
// cycle begins. The operation comes late, because the core decodes it in the same cycle, and would
// lengthen the paths of the later cycles. Until the cascade reaches a block, the block rests.
module gf_control
  import gf_pkg::*;
#(
    parameter int unsigned MIN_DEGREE = 2,
    parameter bit SQUARERS = 1'b1,
    parameter bit INVERSE = 1'b1,
    parameter bit GATE_REDUCTION = 1'b1,
    parameter int unsigned INVERSE_CYCLES = 1
) (
    input logic clk_i,
    input gf_op_e op_i,
    input logic [1:0] turn_i,  // cycle of the cascade; matters after the first cycle of INV and POW
    input columns_t columns_i,
    input logic [3:0] m_i,
    output logic chained_o,  // the last cycle was one of INV or POW
    output mul_ctrl_t [4:1] mul_ctrl_o,
    output sq_ctrl_t [7:1] sq_ctrl_o,
    output lane_ctrl_t lane_ctrl_o
);

  logic [8:2] degree;  // one-hot
  logic add, sq, pow, inv, mul, clmul;
  logic inv_q, pow_q;

  always_comb for (int unsigned m = 2; m <= 8; m++) degree[m] = m >= MIN_DEGREE & m_i == 4'(m);

  assign add = op_i == GF_ADD;
  assign sq = op_i == GF_SQ;
  assign pow = op_i == GF_POW;
  assign inv = op_i == GF_INV;
  assign mul = op_i == GF_MUL;
  assign clmul = op_i == GF_CLMUL;

  if (INVERSE_CYCLES > 1) begin : gen_turns
    always_ff @(posedge clk_i) {inv_q, pow_q} <= {inv, pow};
  end else begin : gen_no_turns
    assign {inv_q, pow_q} = '0;

    logic unused;
    assign unused = &{clk_i, turn_i, inv_q, pow_q};
  end
  assign chained_o = inv_q | pow_q;

  // What the cascade does at each block.
  logic [4:1] mul_inv, mul_pow;
  logic [7:1] sq_used;
  always_comb begin
    for (int unsigned k = 1; k <= 4; k++)
    {mul_inv[k], mul_pow[k]} = turn_of_mul(k, INVERSE_CYCLES) == '0 ?
        {inv, pow} : {inv_q, pow_q} & {2{turn_i >= turn_of_mul(k, INVERSE_CYCLES)}};
    for (int unsigned k = 1; k <= 7; k++)
    sq_used[k] = turn_of_sq(k, INVERSE_CYCLES) == '0 ?
        sq | inv | pow : (inv_q | pow_q) & turn_i >= turn_of_sq(k, INVERSE_CYCLES);
  end

  always_comb begin
    lane_ctrl_o.add = add;
    lane_ctrl_o.sq = sq;
    lane_ctrl_o.pow = pow;
    lane_ctrl_o.mul = mul;
    lane_ctrl_o.clmul = clmul;
    lane_ctrl_o.chain = INVERSE ? mul_inv | mul_pow : '0;
    lane_ctrl_o.pass = INVERSE ? mul_pow | {4{add}} : {4{add}};
    lane_ctrl_o.long_inv = INVERSE & mul_inv[3] & (degree[2] | degree[4] | degree[7] | degree[8]);
    lane_ctrl_o.long_chain = INVERSE & (mul_pow[3] | lane_ctrl_o.long_inv);
    lane_ctrl_o.short_chain = INVERSE & mul_inv[3] & ~lane_ctrl_o.long_inv;
    lane_ctrl_o.tap6 = INVERSE & mul_inv[4] & (degree[5] | degree[7]);
    lane_ctrl_o.tap7 = INVERSE & mul_inv[4] & ~(degree[5] | degree[7]);
  end

  // A multiplier that passes its operand must pass all eight bits and reduce nothing. The 32-bit
  // product needs no reduction, so the matrix inputs are gated there to save power.
  for (genvar k = 1; k <= 4; k++) begin : gen_mul
    logic reducing, one;
    assign one = mul_pow[k] | add;
    assign reducing = mul | mul_inv[k] | (sq & ~SQUARERS) | (~one & ~GATE_REDUCTION);
    always_comb begin
      mul_ctrl_o[k].taps = degree & {7{reducing}};
      for (int unsigned i = 2; i < 8; i++) begin
        mul_ctrl_o[k].keep[i] = one;
        for (int unsigned m = i + 1; m <= 8; m++) mul_ctrl_o[k].keep[i] |= mul_ctrl_o[k].taps[m];
      end
    end
  end

  for (genvar k = 1; k <= 7; k++) begin : gen_sq
    logic squaring;
    logic [3:0] used;  // columns of a square
    assign squaring = sq_used[k] | ~GATE_REDUCTION;
    always_comb begin
      sq_ctrl_o[k].half = {
        degree[8] | degree[7], degree[6] | degree[5], degree[4] | degree[3], degree[2]
      };
      sq_ctrl_o[k].keep[1] = squaring & ~degree[2];
      sq_ctrl_o[k].keep[2] = squaring & (|degree[8:5]);
      sq_ctrl_o[k].keep[3] = squaring & (|degree[8:7]);
      // The columns with the parity of m, and none beyond m-2.
      used = {degree[8], |degree[8:6], |degree[8:4], 1'b1} & {4{squaring}};
      for (int unsigned i = 0; i < 4; i++) begin
        sq_ctrl_o[k].columns[i] = columns_i[2*i] & {8{used[i] & ~m_i[0]}};
        if (i < 3) sq_ctrl_o[k].columns[i] |= columns_i[2*i+1] & {8{used[i] & m_i[0]}};
      end
    end
  end

endmodule
