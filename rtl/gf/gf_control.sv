// SPDX-License-Identifier: Apache-2.0
// Decodes the operation and the field once, for all lanes.
//
// cols_i: byte j is column j of the reduction matrix. m_i: degree, 2..8. The core refuses other
// values before they reach the field register; here they give unspecified results. Combinational.
//
// MIN_DEGREE, SQUARERS: as in gf_unit. GATE_REDUCTION = 0 does not gate the matrices in operations
// that do not need them. It shows what the gating saves; no result depends on it.
module gf_control
  import gf_pkg::*;
#(
    parameter int unsigned MIN_DEGREE = 2,
    parameter bit SQUARERS = 1'b1,
    parameter bit GATE_REDUCTION = 1'b1
) (
    input gf_op_e op_i,
    input columns_t columns_i,
    input logic [3:0] m_i,
    output mul_ctrl_t mul_ctrl_o,
    output sq_ctrl_t sq_ctrl_o,
    output lane_ctrl_t lane_ctrl_o
);

  logic [8:2] degree;  // one-hot
  logic reducing;  // the multipliers reduce
  logic squaring;  // the squarers are in use
  logic [3:0] used;  // columns of a square

  always_comb for (int unsigned m = 2; m <= 8; m++) degree[m] = m >= MIN_DEGREE & m_i == 4'(m);

  always_comb begin
    lane_ctrl_o.add = op_i == GF_ADD;
    lane_ctrl_o.sq = op_i == GF_SQ;
    lane_ctrl_o.pow = op_i == GF_POW;
    lane_ctrl_o.inv = op_i == GF_INV;
    lane_ctrl_o.mul = op_i == GF_MUL;
    lane_ctrl_o.clmul = op_i == GF_CLMUL;
    lane_ctrl_o.one = lane_ctrl_o.pow | lane_ctrl_o.add;
    lane_ctrl_o.long_chain = degree[2] | degree[4] | degree[7] | degree[8];
    lane_ctrl_o.tap6 = degree[5] | degree[7];
  end

  assign reducing = lane_ctrl_o.mul | lane_ctrl_o.inv | (lane_ctrl_o.sq & ~SQUARERS) |
                    (~lane_ctrl_o.one & ~GATE_REDUCTION);
  assign squaring = lane_ctrl_o.sq | lane_ctrl_o.pow | lane_ctrl_o.inv | ~GATE_REDUCTION;

  // A multiplier that passes its operand must pass all eight bits and reduce nothing. The 32-bit
  // product needs no reduction, so the matrix inputs are gated there to save power.
  always_comb begin
    mul_ctrl_o.taps = degree & {7{reducing}};
    for (int unsigned i = 2; i < 8; i++) begin
      mul_ctrl_o.keep[i] = lane_ctrl_o.one;
      for (int unsigned m = i + 1; m <= 8; m++) mul_ctrl_o.keep[i] |= mul_ctrl_o.taps[m];
    end
  end

  always_comb begin
    sq_ctrl_o.half = {
      degree[8] | degree[7], degree[6] | degree[5], degree[4] | degree[3], degree[2]
    };
    sq_ctrl_o.keep[1] = squaring & ~degree[2];
    sq_ctrl_o.keep[2] = squaring & (|degree[8:5]);
    sq_ctrl_o.keep[3] = squaring & (|degree[8:7]);
    // The columns with the parity of m, and none beyond m-2.
    used = {degree[8], |degree[8:6], |degree[8:4], 1'b1} & {4{squaring}};
    for (int unsigned k = 0; k < 4; k++) begin
      sq_ctrl_o.columns[k] = columns_i[2*k] & {8{used[k] & ~m_i[0]}};
      if (k < 3) sq_ctrl_o.columns[k] |= columns_i[2*k+1] & {8{used[k] & m_i[0]}};
    end
  end

endmodule
