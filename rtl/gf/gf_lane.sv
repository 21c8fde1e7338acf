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
// INVERSE_CYCLES = 1 is combinational. Critical path: S M S M S S S M S M S. With 2 to 4, registers
// cut the cascade (gf_pkg::cuts_of), for inverses and powers alike:
//   2          S M S M S | S S M S M S
//   3          S M S M | S S S M | S M S
//   4          S M | S M S | S S M | S M S
// The caller holds the operands. Each register follows its input in every cycle of an inverse, so
// after INVERSE_CYCLES - 1 cycles it depends on the operands alone. A multiplier rests until the
// cascade has come to it; this saves its work on values that do not count.
//
// Operands of zero keep every data signal but these registers at zero. An inverse of zero from any
// state of the registers gives zero in its first cycle, too.
module gf_lane
  import gf_pkg::*;
#(
    parameter int unsigned LANE = 0,
    parameter int unsigned MIN_DEGREE = 2,
    parameter bit SQUARERS = 1'b1,
    parameter bit INVERSE = 1'b1,
    parameter int unsigned INVERSE_CYCLES = 1
) (
    input logic clk_i,
    input byte_t a_i,
    input logic [31:0] b_i,
    input columns_t columns_i,
    input mul_ctrl_t [4:1] mul_ctrl_i,
    input sq_ctrl_t [7:1] sq_ctrl_i,
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
  if (INVERSE_CYCLES < 1 || INVERSE_CYCLES > 4) begin : gen_check_cycles
    $fatal(1, "gf_lane: INVERSE_CYCLES must be 1 to 4");
  end

  localparam int unsigned Own = LANE;
  localparam int unsigned Next1 = (LANE + 1) % 4;
  localparam int unsigned Next2 = (LANE + 2) % 4;
  localparam int unsigned Next3 = (LANE + 3) % 4;

  byte_t b;  // the lane's own byte
  byte_t x1, x2, x3, x4;
  byte_t y1, y2, y3, y4;
  byte_t m1, m2, m3, m4;
  byte_t s1, s2, s3, s4, s5, s6, s7;
  byte_t m1_cut, m2_cut, s3_cut, m3_cut;  // what follows goes on with these
  byte_t m2_late;  // M2 as M3 takes it
  byte_t e;  // powers in the sum
  logic [14:0] p1, p2, p3, p4;
  logic idle;

  assign b = b_i[8*Own+:8];
  assign idle = ForSimulation & a_i == '0 & b_i == '0;

  // Operands. The selections are AND-OR, so an operand that is not selected is zero.
  logic own;
  assign own = ctrl_i.clmul | ctrl_i.mul | ctrl_i.add;

  assign y1 = {a_i[7:1] & ~{7{ctrl_i.pass[1]}}, a_i[0] | ctrl_i.pass[1]};
  assign y2 = {a_i[7:1] & ~{7{ctrl_i.pass[2]}}, a_i[0] | ctrl_i.pass[2]};
  assign y3 = ctrl_i.long_inv ? m2_late
      : {a_i[7:1] & ~{7{ctrl_i.pass[3]}}, a_i[0] | ctrl_i.pass[3]};
  assign y4 = {a_i[7:1] & ~{7{ctrl_i.pass[4]}}, a_i[0] | ctrl_i.pass[4]};
  assign x1 = idle ? '0 : (s1 & {8{ctrl_i.chain[1]}}) | (b_i[8*Next1+:8] & {8{ctrl_i.clmul}});
  assign x2 = idle ? '0 : (s2 & {8{ctrl_i.chain[2]}}) | (b_i[8*Next2+:8] & {8{ctrl_i.clmul}});
  assign x3 = idle ? '0 : (s3_cut & {8{ctrl_i.short_chain}}) | (s5 & {8{ctrl_i.long_chain}}) |
                          (b_i[8*Next3+:8] & {8{ctrl_i.clmul}});
  assign x4 = idle ? '0 : (s6 & {8{ctrl_i.chain[4]}}) | (b & {8{own}}) |
                          (a_i & {8{ctrl_i.sq & ~SQUARERS}});

  if (SQUARERS) begin : gen_squarers
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s1 (
        .a_i(a_i),
        .ctrl_i(sq_ctrl_i[1]),
        .out_o(s1)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s2 (
        .a_i(INVERSE ? m1_cut : s1),
        .ctrl_i(sq_ctrl_i[2]),
        .out_o(s2)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s3 (
        .a_i(INVERSE ? m2_cut : s2),
        .ctrl_i(sq_ctrl_i[3]),
        .out_o(s3)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s4 (
        .a_i(s3_cut),
        .ctrl_i(sq_ctrl_i[4]),
        .out_o(s4)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s5 (
        .a_i(s4),
        .ctrl_i(sq_ctrl_i[5]),
        .out_o(s5)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s6 (
        .a_i(INVERSE ? m3_cut : s5),
        .ctrl_i(sq_ctrl_i[6]),
        .out_o(s6)
    );
    gf_sq #(
        .MIN_DEGREE(MIN_DEGREE)
    ) u_s7 (
        .a_i(INVERSE ? m4 : s6),
        .ctrl_i(sq_ctrl_i[7]),
        .out_o(s7)
    );
  end else begin : gen_no_squarers
    assign {s1, s2, s3, s4, s5, s6, s7} = '0;
  end

  // Registers of the cascade.
  localparam cuts_t Cuts = cuts_of(INVERSE ? INVERSE_CYCLES : 1);

  gf_cut #(
      .CUT(Cuts.m1)
  ) u_m1_cut (
      .clk_i,
      .load_i(ctrl_i.chain[1]),
      .d_i(m1),
      .q_o(m1_cut)
  );
  gf_cut #(
      .CUT(Cuts.m2)
  ) u_m2_cut (
      .clk_i,
      .load_i(ctrl_i.chain[1]),
      .d_i(m2),
      .q_o(m2_cut)
  );
  gf_cut #(
      .CUT(Cuts.s3)
  ) u_s3_cut (
      .clk_i,
      .load_i(ctrl_i.chain[1]),
      .d_i(s3),
      .q_o(s3_cut)
  );
  gf_cut #(
      .CUT(Cuts.s3)
  ) u_m2_late (
      .clk_i,
      .load_i(ctrl_i.chain[1]),
      .d_i(m2_cut),
      .q_o(m2_late)
  );
  gf_cut #(
      .CUT(Cuts.m3)
  ) u_m3_cut (
      .clk_i,
      .load_i(ctrl_i.chain[1]),
      .d_i(m3),
      .q_o(m3_cut)
  );

  // What a lane without inverse or squarers does not look at.
  logic unused;
  assign unused = &{clk_i, ctrl_i, sq_ctrl_i, m1_cut, m2_cut, m2_late, m3_cut};

  gf_mul #(
      .MIN_DEGREE(MIN_DEGREE)
  ) u_m1 (
      .x_i(x1),
      .y_i(y1),
      .columns_i,
      .ctrl_i(mul_ctrl_i[1]),
      .prod_o(p1),
      .out_o(m1)
  );
  gf_mul #(
      .MIN_DEGREE(MIN_DEGREE)
  ) u_m2 (
      .x_i(x2),
      .y_i(y2),
      .columns_i,
      .ctrl_i(mul_ctrl_i[2]),
      .prod_o(p2),
      .out_o(m2)
  );
  gf_mul #(
      .MIN_DEGREE(MIN_DEGREE)
  ) u_m3 (
      .x_i(x3),
      .y_i(y3),
      .columns_i,
      .ctrl_i(mul_ctrl_i[3]),
      .prod_o(p3),
      .out_o(m3)
  );
  gf_mul #(
      .MIN_DEGREE(MIN_DEGREE)
  ) u_m4 (
      .x_i(x4),
      .y_i(y4),
      .columns_i,
      .ctrl_i(mul_ctrl_i[4]),
      .prod_o(p4),
      .out_o(m4)
  );

  // Results.
  always_comb begin
    e = b & {8{ctrl_i.pow}};
    e[0] |= ctrl_i.add;
    e[1] |= ctrl_i.sq;
    e[6] |= ctrl_i.tap6;
    e[7] |= ctrl_i.tap7;

    out_o = '0;
    row_o = '0;
    if (!idle) begin
      out_o = ({8{e[0]}} & a_i) ^ ({8{e[1]}} & s1) ^ ({8{e[2]}} & s2) ^ ({8{e[3]}} & s3_cut) ^
              ({8{e[4]}} & s4) ^ ({8{e[5]}} & s5) ^ ({8{e[6]}} & s6) ^ ({8{e[7]}} & s7) ^
              ({8{ctrl_i.mul | ctrl_i.add | (ctrl_i.sq & ~SQUARERS)}} & m4);
      row_o = 39'(p1) << (8 * Next1) ^ 39'(p2) << (8 * Next2) ^ 39'(p3) << (8 * Next3) ^
              39'(p4) << (8 * Own);
    end
  end

endmodule
