// SPDX-License-Identifier: Apache-2.0
// A unit of products, in two halves. Stage x: the four partial products are those of the right operand and byte, with
// the right signs. Stage m: from any partial products, the result is the right part of their sum. That gates multiply by
// a byte is not asked: it is the multiplication of the language on both sides.
module coreva_product_check
  import coreva_pkg::*;
(
    input logic clk_i,
    input product_t op_i,
    input logic [31:0] a_i, b_i, c_i,
    output logic [3:0] wrong_part_o,  // in the next cycle: of each byte
    output logic wrong_kept_o,  // the operation and what is added
    output logic wrong_sum_o,
    output logic [31:0] value_o
);

  coreva_product #(
      .CLMUL(1'b1)
  ) dut (
      .clk_i,
      .x_valid_i(1'b1),
      .x_op_i(op_i),
      .x_a_i(a_i),
      .x_b_i(b_i),
      .x_c_i(c_i),
      .m_value_o(value_o)
  );

  product_t op_q;
  logic [31:0] a_q, b_q, c_q;
  always_ff @(posedge clk_i) {op_q, a_q, b_q, c_q} <= {op_i, a_i, b_i, c_i};

  logic adds, halves;
  assign adds = op_q == X_ADD | op_q == X_HALVES_ADD;
  assign halves = op_q == X_HALVES | op_q == X_HALVES_ADD;
  assign wrong_kept_o = dut.m_op_q != op_q | dut.m_c_q != (adds ? c_q : '0);

  // The first operand, or its upper half, times a byte. The highest bit of a signed operand counts as negative.
  always_comb begin
    for (int i = 0; i < 4; i++) begin
      logic [41:0] one, byte_i;
      one = {{10{op_q == X_HIGH & a_q[31]}}, a_q};
      if (halves & i > 1) one = {26'd0, a_q[31:16]};
      byte_i = {{34{op_q == X_HIGH & i == 3 & b_q[31]}}, b_q[8*i+:8]};
      wrong_part_o[i] = dut.m_part_q[i] != one * byte_i;
    end
  end

  // The sum of the partial products, each in its place.
  logic [3:0][63:0] part;
  logic [63:0] whole;
  logic [31:0] low, high;
  always_comb begin
    for (int i = 0; i < 4; i++) part[i] = {{22{dut.m_part_q[i][41]}}, dut.m_part_q[i]};
    whole = {32'd0, dut.m_c_q};
    for (int i = 0; i < 4; i++) whole = whole + (part[i] << 8 * i);
    low = dut.m_c_q + dut.m_part_q[0][31:0] + (dut.m_part_q[1][31:0] << 8);
    high = dut.m_part_q[2][31:0] + (dut.m_part_q[3][31:0] << 8) + {16'd0, dut.m_c_q[31:16]};
    case (dut.m_op_q)
      X_LOW, X_ADD: wrong_sum_o = value_o != whole[31:0];
      X_HIGH, X_HIGH_UNSIGNED: wrong_sum_o = value_o != whole[63:32];
      X_HALVES, X_HALVES_ADD: wrong_sum_o = value_o[31:16] != high[15:0] | value_o[15:0] != low[15:0];
      default: wrong_sum_o = 1'b0;
    endcase
  end

endmodule
