// SPDX-License-Identifier: Apache-2.0
// One lane: four multipliers and seven squarers in one fixed cascade, the Itoh-Tsujii inverse.
//
//   a -S1- a^2 -M1(a)- a^3 -S2- a^6 -M2(a)- a^7 -S3- a^14 -S4- a^28 -S5- a^56
//   M3 = a^56 * a^7 = a^63 (m = 2, 4, 7, 8)   or   a^14 * a = a^15 (m = 3, 5, 6)
//   M3 -S6- (a^126 | a^30) -M4(a)- -S7- (a^254 | a^62)
//
// The other operations are the same cascade with other operands:
//   powers     each multiplier multiplies by 1, so the squarers form a chain a^2, a^4 .. a^128, and
//              the result is the sum of the powers that b selects; a square is the sum of one
//   product    M4 takes b, the others rest
//   32x32      all four take a byte of b; the unit outside sums their unreduced products
//   sum        M4 passes b, and the power sum adds a
// The power sum also picks the inverse out of S6 or S7, so no other result selection is needed.
//
// Multiplier k takes byte (LANE + k + 1) mod 4 of b, so the last one takes the lane's own byte.
// When all four multiply, row_o is a times the 32-bit b, without reduction.
//
// INVERSE = 0 leaves out the inverse: each squarer then feeds the next one directly. SQUARERS = 0
// also leaves out the squarers and the sums of powers; a square is then a product.
//
// Combinational. Critical path: S M S M S S S M S M S. Operands of zero keep every data signal at
// zero.
module gf_lane
  import gf_pkg::*;
#(
    parameter int unsigned LANE = 0,
    parameter int unsigned MIN_DEGREE = 2,
    parameter bit SQUARERS = 1'b1,
    parameter bit INVERSE = 1'b1
) (
    input byte_t a_i,
    input logic [31:0] b_i,
    input columns_t columns_i,
    input mul_ctrl_t mul_ctrl_i,
    input sq_ctrl_t sq_ctrl_i,
    input lane_ctrl_t ctrl_i,
    output row_t row_o,
    output byte_t out_o
);

  if (LANE >= NumLanes) begin : gen_check
    $fatal(1, "gf_lane: LANE must be below 4");
  end
  if (INVERSE && !SQUARERS) begin : gen_check_squarers
    $fatal(1, "gf_lane: the inverse needs the squarers");
  end

  localparam int unsigned Own = LANE;
  localparam int unsigned Next1 = (LANE + 1) % 4;
  localparam int unsigned Next2 = (LANE + 2) % 4;
  localparam int unsigned Next3 = (LANE + 3) % 4;

  byte_t b;  // the lane's own byte
  byte_t y;  // second operand of the multipliers
  byte_t x1, x2, x3, x4, y3;
  byte_t m1, m2, m3, m4;
  byte_t s1, s2, s3, s4, s5, s6, s7;
  byte_t e;  // powers in the sum
  logic [14:0] p1, p2, p3, p4;
  logic idle;

  assign b = b_i[8*Own+:8];
  assign idle = ForSimulation & a_i == '0 & b_i == '0;

  // Operands. The selections are AND-OR, so an operand that is not selected is zero.
  logic chain;  // the multipliers are part of the cascade
  logic chain_short, chain_long;  // the third multiplier after S3, S5
  logic inv, pass, own;
  assign inv = ctrl_i.inv & INVERSE;
  assign pass = INVERSE ? ctrl_i.one : ctrl_i.add;
  assign own = ctrl_i.clmul | ctrl_i.mul | ctrl_i.add;
  assign chain = INVERSE & (ctrl_i.inv | ctrl_i.pow);
  assign chain_short = inv & ~ctrl_i.long_chain;
  assign chain_long = INVERSE & (ctrl_i.pow | (ctrl_i.inv & ctrl_i.long_chain));

  assign y = {a_i[7:1] & ~{7{pass}}, a_i[0] | pass};
  assign y3 = inv & ctrl_i.long_chain ? m2 : y;
  assign x1 = idle ? '0 : (s1 & {8{chain}}) | (b_i[8*Next1+:8] & {8{ctrl_i.clmul}});
  assign x2 = idle ? '0 : (s2 & {8{chain}}) | (b_i[8*Next2+:8] & {8{ctrl_i.clmul}});
  assign x3 = idle ? '0 : (s3 & {8{chain_short}}) | (s5 & {8{chain_long}}) |
                          (b_i[8*Next3+:8] & {8{ctrl_i.clmul}});
  assign x4 = idle ? '0 : (s6 & {8{chain}}) | (b & {8{own}}) | (a_i & {8{ctrl_i.sq & ~SQUARERS}});

  if (SQUARERS) begin : gen_squarers
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s1 (
        .a_i(a_i),
        .ctrl_i(sq_ctrl_i),
        .out_o(s1)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s2 (
        .a_i(INVERSE ? m1 : s1),
        .ctrl_i(sq_ctrl_i),
        .out_o(s2)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s3 (
        .a_i(INVERSE ? m2 : s2),
        .ctrl_i(sq_ctrl_i),
        .out_o(s3)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s4 (
        .a_i(s3),
        .ctrl_i(sq_ctrl_i),
        .out_o(s4)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s5 (
        .a_i(s4),
        .ctrl_i(sq_ctrl_i),
        .out_o(s5)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s6 (
        .a_i(INVERSE ? m3 : s5),
        .ctrl_i(sq_ctrl_i),
        .out_o(s6)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s7 (
        .a_i(INVERSE ? m4 : s6),
        .ctrl_i(sq_ctrl_i),
        .out_o(s7)
    );
  end else begin : gen_no_squarers
    assign {s1, s2, s3, s4, s5, s6, s7} = '0;
  end

  // What a lane without inverse or squarers does not look at.
  logic unused;
  assign unused = &{ctrl_i, sq_ctrl_i, m1, m2, m3};

  gf_mul #(
      .MIN_DEGREE(MIN_DEGREE)
  ) u_m1 (
      .x_i(x1),
      .y_i(y),
      .columns_i,
      .ctrl_i(mul_ctrl_i),
      .prod_o(p1),
      .out_o(m1)
  );
  gf_mul #(
      .MIN_DEGREE(MIN_DEGREE)
  ) u_m2 (
      .x_i(x2),
      .y_i(y),
      .columns_i,
      .ctrl_i(mul_ctrl_i),
      .prod_o(p2),
      .out_o(m2)
  );
  gf_mul #(
      .MIN_DEGREE(MIN_DEGREE)
  ) u_m3 (
      .x_i(x3),
      .y_i(y3),
      .columns_i,
      .ctrl_i(mul_ctrl_i),
      .prod_o(p3),
      .out_o(m3)
  );
  gf_mul #(
      .MIN_DEGREE(MIN_DEGREE)
  ) u_m4 (
      .x_i(x4),
      .y_i(y),
      .columns_i,
      .ctrl_i(mul_ctrl_i),
      .prod_o(p4),
      .out_o(m4)
  );

  // Results.
  always_comb begin
    e = b & {8{ctrl_i.pow}};
    e[0] |= ctrl_i.add;
    e[1] |= ctrl_i.sq;
    e[6] |= inv & ctrl_i.tap6;
    e[7] |= inv & ~ctrl_i.tap6;

    out_o = '0;
    row_o = '0;
    if (!idle) begin
      out_o = ({8{e[0]}} & a_i) ^ ({8{e[1]}} & s1) ^ ({8{e[2]}} & s2) ^ ({8{e[3]}} & s3) ^
              ({8{e[4]}} & s4) ^ ({8{e[5]}} & s5) ^ ({8{e[6]}} & s6) ^ ({8{e[7]}} & s7) ^
              ({8{ctrl_i.mul | ctrl_i.add | (ctrl_i.sq & ~SQUARERS)}} & m4);
      row_o = 39'(p1) << (8 * Next1) ^ 39'(p2) << (8 * Next2) ^ 39'(p3) << (8 * Next3) ^
              39'(p4) << (8 * Own);
    end
  end

endmodule
