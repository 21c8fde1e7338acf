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
// b_i[3] is the lane's own byte of the second operand; b_i[0..2] are the other lanes' bytes.
// Combinational. Longest path: S M S M S S S M S M S. An operand of zero gives zero throughout.
module gf_lane
  import gf_pkg::*;
(
    input byte_t a_i,
    input byte_t [3:0] b_i,
    input columns_t columns_i,
    input mul_ctrl_t mul_ctrl_i,
    input sq_ctrl_t sq_ctrl_i,
    input lane_ctrl_t ctrl_i,
    output logic [3:0][14:0] prods_o,
    output byte_t out_o
);

  byte_t y;  // second operand of the multipliers
  byte_t x1, x2, x3, x4, y3;
  byte_t m1, m2, m3, m4;
  byte_t s1, s2, s3, s4, s5, s6, s7;
  logic chain;  // the multipliers sit in the cascade

  assign chain = ctrl_i.inv | ctrl_i.pow;
  assign y = {a_i[7:1] & ~{7{ctrl_i.one}}, a_i[0] | ctrl_i.one};

  assign x1 = (s1 & {8{chain}}) | (b_i[0] & {8{ctrl_i.clmul}});
  assign x2 = (s2 & {8{chain}}) | (b_i[1] & {8{ctrl_i.clmul}});
  assign x3 = (s3 & {8{ctrl_i.inv & ~ctrl_i.long_chain}}) |
              (s5 & {8{ctrl_i.pow | (ctrl_i.inv & ctrl_i.long_chain)}}) |
              (b_i[2] & {8{ctrl_i.clmul}});
  assign x4 = (s6 & {8{chain}}) | (b_i[3] & {8{ctrl_i.clmul | ctrl_i.mul | ctrl_i.add}});
  assign y3 = (ctrl_i.inv & ctrl_i.long_chain) ? m2 : y;

  gf_sq u_s1 (
      .a_i(a_i),
      .ctrl_i(sq_ctrl_i),
      .out_o(s1)
  );
  gf_sq u_s2 (
      .a_i(m1),
      .ctrl_i(sq_ctrl_i),
      .out_o(s2)
  );
  gf_sq u_s3 (
      .a_i(m2),
      .ctrl_i(sq_ctrl_i),
      .out_o(s3)
  );
  gf_sq u_s4 (
      .a_i(s3),
      .ctrl_i(sq_ctrl_i),
      .out_o(s4)
  );
  gf_sq u_s5 (
      .a_i(s4),
      .ctrl_i(sq_ctrl_i),
      .out_o(s5)
  );
  gf_sq u_s6 (
      .a_i(m3),
      .ctrl_i(sq_ctrl_i),
      .out_o(s6)
  );
  gf_sq u_s7 (
      .a_i(m4),
      .ctrl_i(sq_ctrl_i),
      .out_o(s7)
  );

  gf_mul u_m1 (
      .x_i(x1),
      .y_i(y),
      .columns_i,
      .ctrl_i(mul_ctrl_i),
      .prod_o(prods_o[0]),
      .out_o(m1)
  );
  gf_mul u_m2 (
      .x_i(x2),
      .y_i(y),
      .columns_i,
      .ctrl_i(mul_ctrl_i),
      .prod_o(prods_o[1]),
      .out_o(m2)
  );
  gf_mul u_m3 (
      .x_i(x3),
      .y_i(y3),
      .columns_i,
      .ctrl_i(mul_ctrl_i),
      .prod_o(prods_o[2]),
      .out_o(m3)
  );
  gf_mul u_m4 (
      .x_i(x4),
      .y_i(y),
      .columns_i,
      .ctrl_i(mul_ctrl_i),
      .prod_o(prods_o[3]),
      .out_o(m4)
  );

  byte_t e;  // powers in the sum

  always_comb begin
    e = b_i[3] & {8{ctrl_i.pow}};
    e[0] |= ctrl_i.add;
    e[1] |= ctrl_i.sq;
    e[6] |= ctrl_i.inv & ctrl_i.tap6;
    e[7] |= ctrl_i.inv & ~ctrl_i.tap6;
  end

  assign out_o = ({8{e[0]}} & a_i) ^ ({8{e[1]}} & s1) ^ ({8{e[2]}} & s2) ^ ({8{e[3]}} & s3) ^
                 ({8{e[4]}} & s4) ^ ({8{e[5]}} & s5) ^ ({8{e[6]}} & s6) ^ ({8{e[7]}} & s7) ^
                 ({8{ctrl_i.mul | ctrl_i.add}} & m4);

endmodule
