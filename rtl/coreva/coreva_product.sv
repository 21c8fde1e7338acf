// SPDX-License-Identifier: Apache-2.0
// A unit of products, in stages x and m: operands in x, the result in m.
//
// Stage x makes the products of the first operand and each byte of the second one. Stage m adds
// them, and the old rd. On halfwords, the two upper bytes meet only the upper halfword of the first
// operand. A signed high word takes the last byte and the first operand as signed numbers.
module coreva_product
  import coreva_pkg::*;
#(
    parameter bit CLMUL = 1'b0
) (
    input logic clk_i,

    input logic x_valid_i,
    input product_t x_op_i,
    input logic [31:0] x_a_i,
    input logic [31:0] x_b_i,
    input logic [31:0] x_c_i,  // the old rd

    output logic [31:0] m_value_o
);

  logic x_signed, x_halves;
  logic signed [32:0]
      x_low, x_high;  // the first operand, for the two lower and the two upper bytes
  assign x_signed = x_op_i == X_HIGH;
  assign x_halves = x_op_i == X_HALVES | x_op_i == X_HALVES_ADD;
  assign x_low = {x_signed & x_a_i[31], x_a_i};
  assign x_high = x_halves ? {17'd0, x_a_i[31:16]} : x_low;

  product_t m_op_q;
  logic [3:0][41:0] m_part_q;
  logic [31:0] m_c_q;

  always_ff @(posedge clk_i) begin
    if (x_valid_i) begin
      m_op_q <= x_op_i;
      for (int unsigned i = 0; i < 4; i++)
      m_part_q[i] <= 42'(i < 2 ? x_low : x_high) * 42'($signed(
          {x_signed & i == 3 & x_b_i[31], x_b_i[8*i+:8]}
      ));
      m_c_q <= x_op_i == X_ADD | x_op_i == X_HALVES_ADD ? x_c_i : '0;
    end
  end

  logic [63:0] m_sum;
  logic [15:0] m_upper;
  always_comb begin
    m_sum = 64'(m_c_q);
    for (int unsigned i = 0; i < 4; i++) m_sum += 64'($signed(m_part_q[i])) << (8 * i);
    m_upper = m_part_q[2][15:0] + {m_part_q[3][7:0], 8'd0} + m_c_q[31:16];
  end

  logic [63:0] m_poly;
  if (CLMUL) begin : gen_poly
    logic [63:0] x_poly, m_poly_q;
    always_comb begin
      x_poly = '0;
      for (int unsigned i = 0; i < 32; i++) if (x_b_i[i]) x_poly ^= 64'(x_a_i) << i;
    end
    always_ff @(posedge clk_i) if (x_valid_i) m_poly_q <= x_poly;
    assign m_poly = m_poly_q;
  end else begin : gen_no_poly
    assign m_poly = '0;
  end

  always_comb begin
    unique case (m_op_q)
      X_HIGH, X_HIGH_UNSIGNED: m_value_o = m_sum[63:32];
      X_POLY_LOW: m_value_o = m_poly[31:0];
      X_POLY_HIGH: m_value_o = m_poly[63:32];
      X_HALVES, X_HALVES_ADD: m_value_o = {m_upper, m_sum[15:0]};
      default: m_value_o = m_sum[31:0];
    endcase
  end

endmodule
