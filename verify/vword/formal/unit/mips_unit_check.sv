// SPDX-License-Identifier: Apache-2.0
// HI, LO and their unit (mips_hilo) against the definition, step by step. The steps of the definition are kept here, in
// registers of its own.
//
// Division. Q and R are quotient and remainder of T, the dividend's upper bits so far as they were taken: T = Q D + R and
// R < D. A step takes one bit more, f says whether D fits into 2 R + bit, and T' = 2 T + bit = (2 Q + f) D + (2 R + bit - f D).
// So Q' = 2 Q + f and R' = 2 R + bit - f D are those of T'; what is left to show is that R' < D. A divisor of 0 always
// fits, which gives a quotient of ones, and the dividend as the remainder. At the end the signs come back.
//
// Multiplication. S is the multiplicand times the digits taken so far, as a number of 64 bits in its final place after the
// last step. Horner's rule: S' = (S + a d 2^32) / 2^digit, which leaves no rest. A step is the module
// mips_step. It has the multiplication of the language, as the circuit has; how that is made of gates is synthesis' affair.
module mips_unit_check #(
    parameter int unsigned MULTIPLY_CYCLES = 4
) (
    input logic clk_i,
    input logic rst_ni,
    input logic multiply_i,
    input logic divide_i,
    input logic signed_i,
    input logic mthi_i,
    input logic mtlo_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    output logic assume_o,
    output logic holds_o,
    output logic [15:0] rule_o,
    output logic [66:0] case_o,  // idle; a division with 1 to 33 cycles left; a product with 1 to 31
    output logic wrong_o
);

  logic ready_o, busy_o;
  logic [31:0] hi_o, lo_o;
  mips_hilo #(.MULTIPLY_CYCLES(MULTIPLY_CYCLES)) dut (.*);

  // The core asks nothing while the unit is busy, and one thing at a time.
  assign assume_o = ~(multiply_i & divide_i) & ~((multiply_i | divide_i) & (mthi_i | mtlo_i)) &
      ~(busy_o & (multiply_i | divide_i | mthi_i | mtlo_i));

  localparam int unsigned Bits = 32 / MULTIPLY_CYCLES;

  logic [5:0] left_q;
  logic dividing_q, signed_q;
  logic [31:0] a_q, b_q;

  // Division
  logic negative_a, negative_b, fits;
  logic [31:0] dividend, d, ahead_q, taken_q, q_q, r_q, quotient, remainder;
  logic [32:0] more;
  assign negative_a = signed_q & a_q[31];
  assign negative_b = signed_q & b_q[31];
  assign dividend = negative_a ? -a_q : a_q;
  assign d = negative_b ? -b_q : b_q;
  assign more = {r_q, ahead_q[31]};
  assign fits = more >= {1'b0, d};
  assign quotient = (negative_a ^ negative_b) & d != '0 ? -q_q : q_q;
  assign remainder = negative_a ? -r_q : r_q;

  // Multiplication
  logic [64:0] s_q;
  logic [31:0] rest_q;
  logic [32:0] factor, step_high;
  logic [31:0] step_low;
  logic last;
  assign factor = multiply_i ? {signed_i & a_i[31], a_i} : {signed_q & a_q[31], a_q};
  assign last = MULTIPLY_CYCLES == 1 ? signed_i : signed_q & ~multiply_i & left_q == 6'd1;
  mips_step #(.CYCLES(MULTIPLY_CYCLES)) u_step (
      .factor_i(factor),
      .high_i(multiply_i ? '0 : s_q[64:32]),
      .low_i((multiply_i ? '0 : s_q[31:0]) | (multiply_i ? b_i : rest_q)),
      .last_signed_i(last),
      .high_o(step_high),
      .low_o(step_low)
  );

  logic [31:0] rest;
  assign rest = (multiply_i ? b_i : rest_q) >> Bits;

  logic [31:0] hi_q, lo_q;  // the registers while the unit is idle
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (divide_i) left_q <= 6'd33;
    else if (multiply_i) left_q <= 6'(MULTIPLY_CYCLES - 1);
    else if (left_q != '0) left_q <= left_q - 6'd1;
  end
  always_ff @(posedge clk_i) begin
    if (divide_i | multiply_i) {a_q, b_q, signed_q, dividing_q} <= {a_i, b_i, signed_i, divide_i};
    if (divide_i) begin
      {taken_q, q_q, r_q} <= '0;
      ahead_q <= signed_i & a_i[31] ? -a_i : a_i;
    end else if (left_q > 6'd1 & dividing_q) begin
      {taken_q, ahead_q} <= {taken_q, ahead_q} << 1;
      q_q <= {q_q[30:0], fits};
      r_q <= fits ? more[31:0] - d : more[31:0];
    end
    if (multiply_i | (left_q != '0 & ~dividing_q)) begin
      rest_q <= rest;
      s_q <= {step_high, step_low & ~rest};
    end
    if (multiply_i & MULTIPLY_CYCLES == 1) {hi_q, lo_q} <= {step_high[31:0], step_low};
    else if (left_q == 6'd1) {hi_q, lo_q} <= dividing_q ? {remainder, quotient} : {step_high[31:0], step_low};
    else if (left_q == '0) {hi_q, lo_q} <= {mthi_i ? a_i : hi_q, mtlo_i ? a_i : lo_q};
  end

  // What is seen: the time, and the registers when it is over.
  assign wrong_o = busy_o != (left_q != '0) | ready_o != (left_q <= 6'd1) | (left_q == '0 & {hi_o, lo_o} != {hi_q, lo_q});

  logic in_division, in_product;
  assign in_division = left_q != '0 & dividing_q;
  assign in_product = left_q != '0 & ~dividing_q;
  always_comb begin
    rule_o = '1;
    rule_o[0] = dut.left_q == left_q & left_q <= (dividing_q ? 6'd33 : 6'(MULTIPLY_CYCLES - 1));
    rule_o[1] = left_q == '0 | dut.dividing_q == dividing_q;
    rule_o[2] = left_q != '0 | {dut.hi_q, dut.lo_q} == {hi_q, lo_q};
    // a division under way: the circuit's registers
    rule_o[3] = ~in_division | (dut.operand_q == d & dut.hi_q == r_q & dut.lo_q == (ahead_q | q_q));
    rule_o[4] = ~in_division | dut.negate_quotient_q == ((negative_a ^ negative_b) & b_q != '0);
    rule_o[5] = ~in_division | dut.negate_remainder_q == negative_a;
    rule_o[6] = ~in_division | (ahead_q & q_q) == '0;
    rule_o[7] = ~in_division | (d == '0 ? r_q == taken_q : r_q < d);
    rule_o[8] = ~in_division | left_q != 6'd1 | (taken_q == dividend & ahead_q == '0);
    // a product under way
    rule_o[9] = ~in_product | {dut.high_sign_q, dut.hi_q, dut.lo_q} == (s_q | 65'(rest_q));
    rule_o[10] = ~in_product | (dut.operand_q == a_q & dut.operand_sign_q == (signed_q & a_q[31]) & dut.signed_q == signed_q);
    // bits of the dividend and of the quotient so far, side by side
    for (int i = 0; i < 33; i++)
      if (in_division & left_q == 6'(33 - i)) begin
        if (i < 32) rule_o[11] = ahead_q == dividend << i & taken_q == (i == 0 ? '0 : dividend >> (32 - i)) & q_q >> i == '0;
        else rule_o[11] = ahead_q == '0 & taken_q == dividend;
      end
    // the digits that are left
    for (int unsigned i = 1; i < MULTIPLY_CYCLES; i++)
      if (in_product & left_q == 6'(MULTIPLY_CYCLES - i))
        rule_o[12] = rest_q == b_q >> (Bits * i) & (s_q[31:0] & (32'hffff_ffff >> (Bits * i))) == '0;
  end
  assign holds_o = &rule_o;
  always_comb begin
    case_o = '0;
    case_o[0] = left_q == '0;
    for (int unsigned i = 1; i < 34; i++) case_o[i] = left_q == 6'(i) & dividing_q;
    for (int unsigned i = 1; i < 32; i++) case_o[33+i] = left_q == 6'(i) & ~dividing_q;
  end

endmodule
