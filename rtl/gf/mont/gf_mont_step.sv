// SPDX-License-Identifier: Apache-2.0
// One digit of a Montgomery product in GF(2)[x], the least significant digit first (Knezevic,
// Vercauteren, Verbauwhede, "Faster interleaved modular multiplication based on Barrett and
// Montgomery reduction methods"). With D = DIGIT:
//
//     s = sum + digit a,   q = (s mod x^D) p_inverse mod x^D,   out = (s + q P) / x^D.
//
// The division leaves no rest if p_inverse is the inverse of P modulo x^D. If the degrees of sum
// and a are below that of P, so is that of out. Nothing here depends on the degree of P: operands
// are right-aligned, and the digit that is cleared is always the lowest.
//
// Operands: any; bits of the rest that would not be zero are dropped. Combinational: two products
// with a digit and one of two digits, in a row.
module gf_mont_step #(
    parameter int unsigned DIGIT = 16,
    parameter int unsigned WIDTH = 256
) (
    input  logic [WIDTH-1:0] sum_i,
    input  logic [WIDTH-1:0] a_i,
    input  logic [DIGIT-1:0] digit_i,
    input  logic [  WIDTH:0] p_i,
    input  logic [DIGIT-1:0] p_inverse_i,
    output logic [WIDTH-1:0] out_o
);

  localparam int unsigned Long = WIDTH + DIGIT;

  logic [Long-1:0] s, all;
  logic [DIGIT-1:0] q;

  always_comb begin
    s = Long'(sum_i);
    for (int unsigned j = 0; j < DIGIT; j++) s ^= Long'(a_i & {WIDTH{digit_i[j]}}) << j;
  end

  always_comb begin
    q = '0;
    for (int unsigned j = 0; j < DIGIT; j++) q ^= (s[DIGIT-1:0] & {DIGIT{p_inverse_i[j]}}) << j;
  end

  always_comb begin
    all = s;
    for (int unsigned j = 0; j < DIGIT; j++) all ^= Long'(p_i & {WIDTH + 1{q[j]}}) << j;
  end

  assign out_o = all[Long-1:DIGIT];

  logic unused;
  assign unused = ^all[DIGIT-1:0];

endmodule
