// SPDX-License-Identifier: Apache-2.0
// HI and LO, multiplier and divider.
//
// start_i is in the cycle in which the instruction leaves stage x. A product is in HI:LO
// MULTIPLY_CYCLES cycles later, of which the first step is in that cycle; a quotient (LO) and
// remainder (HI) 34 cycles later, whatever the operands: one for their absolute values, 32 steps, one
// for the signs. Division by 0 gives LO all ones, and HI the dividend. The quotient is rounded
// towards 0, and the remainder has the sign of the dividend.
//
// In between HI and LO hold the intermediate values. A read or another start waits for ready_o,
// which says that the unit is free in the next cycle.
module mips_hilo #(
    parameter int unsigned MULTIPLY_CYCLES = 4
) (
    input logic clk_i,
    input logic rst_ni,

    input logic multiply_i,  // start
    input logic divide_i,
    input logic signed_i,
    input logic mthi_i,
    input logic mtlo_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,

    output logic ready_o,  // without a start in this cycle
    output logic busy_o,
    output logic [31:0] hi_o,
    output logic [31:0] lo_o
);

  logic [31:0] hi_q, lo_q, operand_q;
  logic high_sign_q;  // the upper bit of the partial product
  logic operand_sign_q;
  logic [5:0] left_q;  // cycles until HI and LO are there
  logic dividing_q, signed_q, negate_quotient_q, negate_remainder_q;

  // --------------------------------------------------------------------------------------------
  // Multiplication

  logic [32:0] multiplicand, high, high_next;
  logic [31:0] low, low_next;
  logic last_signed;

  assign multiplicand = multiply_i ? {signed_i & a_i[31], a_i} : {operand_sign_q, operand_q};
  assign high = multiply_i ? '0 : {high_sign_q, hi_q};
  assign low = multiply_i ? b_i : lo_q;
  assign last_signed = MULTIPLY_CYCLES == 1 ? signed_i : signed_q & ~multiply_i & left_q == 6'd1;

  mips_multiplier #(
      .CYCLES(MULTIPLY_CYCLES)
  ) u_multiplier (
      .multiplicand_i(multiplicand),
      .high_i(high),
      .low_i(low),
      .last_signed_i(last_signed),
      .high_o(high_next),
      .low_o(low_next)
  );

  // --------------------------------------------------------------------------------------------
  // Division. Two negations serve the operands in the first cycle and the results in the last.

  logic [31:0] remainder, quotient, negated_a, negated_b;
  logic sign_a, sign_b;

  mips_divider u_divider (
      .divisor_i  (operand_q),
      .remainder_i(hi_q),
      .quotient_i (lo_q),
      .remainder_o(remainder),
      .quotient_o (quotient)
  );
  assign sign_a = signed_i & a_i[31];
  assign sign_b = signed_i & b_i[31];
  assign negated_a = 32'd0 - (divide_i ? a_i : lo_q);
  assign negated_b = 32'd0 - (divide_i ? b_i : hi_q);

  // --------------------------------------------------------------------------------------------
  // Registers

  assign busy_o = left_q != '0;
  assign ready_o = left_q <= 6'd1;
  assign hi_o = hi_q;
  assign lo_o = lo_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (divide_i) left_q <= 6'd33;
    else if (multiply_i) left_q <= 6'(MULTIPLY_CYCLES - 1);
    else if (busy_o) left_q <= left_q - 6'd1;
  end

  always_ff @(posedge clk_i) begin
    if (divide_i) begin
      hi_q <= '0;
      lo_q <= sign_a ? negated_a : a_i;
      operand_q <= sign_b ? negated_b : b_i;
      // A quotient by 0 stays all ones.
      negate_quotient_q <= (sign_a ^ sign_b) & b_i != '0;
      negate_remainder_q <= sign_a;
      dividing_q <= 1'b1;
    end else if (multiply_i | (busy_o & ~dividing_q)) begin
      {high_sign_q, hi_q} <= high_next;
      lo_q <= low_next;
      {operand_sign_q, operand_q} <= multiplicand;
      dividing_q <= 1'b0;
      if (multiply_i) signed_q <= signed_i;
    end else if (busy_o & left_q != 6'd1) begin
      {hi_q, lo_q} <= {remainder, quotient};
    end else if (busy_o) begin
      if (negate_remainder_q) hi_q <= negated_b;
      if (negate_quotient_q) lo_q <= negated_a;
    end else begin
      if (mthi_i) hi_q <= a_i;
      if (mtlo_i) lo_q <= a_i;
    end
  end

endmodule
