// SPDX-License-Identifier: Apache-2.0
// Product in GF(2)[x] / f, f = x^M + x^T1 + x^T2 + x^T3 + 1 (see gf_fixed_reduce), D bits of one
// operand in each cycle, the most significant digit first:
//
//     product <- product x^D + a digit mod f,   C = ceil(M / D) times.
//
// So the accumulator has M bits, and no register is of double length. start_i takes the operands.
// If it is 1 in cycle t, then busy_o is 1 in the cycles t+1 .. t+C. From cycle t+C+1 on product_o
// is the product, until the next start. A start clears product_o at the end of its cycle, so in
// that cycle the product of the one before can still be read. A start while busy_o is 1 begins
// anew. Reset clears product_o. The time is the same for all operands.
//
// Operands: any. The longest path is one AND, the sum of D + 1 terms, and one remainder of M + D
// bits. Not done here: a digit in the cycle of the start, where a_i and b_i may arrive late.
// 3 M flip-flops and a counter.
module gf_digit_mul #(
    parameter int unsigned M  = 283,
    parameter int unsigned T1 = 12,
    parameter int unsigned T2 = 7,
    parameter int unsigned T3 = 5,
    parameter int unsigned D  = 32
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         start_i,
    input  logic [M-1:0] a_i,
    input  logic [M-1:0] b_i,
    output logic         busy_o,
    output logic [M-1:0] product_o
);

  if (D < 1 || D > M) begin : gen_check
    $fatal(1, "gf_digit_mul: D must be 1 to M");
  end

  localparam int unsigned Digits = (M + D - 1) / D;
  localparam int unsigned Bits = $clog2(Digits + 1);

  logic [Bits-1:0] left_q;  // digits to come
  logic [M-1:0] a_q;
  logic [Digits*D-1:0] b_q;  // the present digit is on top, and zeros follow the last
  logic [M-1:0] product_q, product_d;
  logic [  D-1:0] digit;
  logic [M+D-1:0] sum;

  assign digit = b_q[Digits*D-1-:D];

  always_comb begin
    sum = {product_q, D'(0)};
    for (int unsigned j = 0; j < D; j++) sum ^= (M + D)'(a_q & {M{digit[j]}}) << j;
  end

  gf_fixed_reduce #(
      .M (M),
      .T1(T1),
      .T2(T2),
      .T3(T3),
      .N (M + D)
  ) u_reduce (
      .a_i  (sum),
      .out_o(product_d)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      product_q <= '0;
    end else if (start_i) begin
      left_q <= Bits'(Digits);
      product_q <= '0;
    end else if (busy_o) begin
      left_q <= left_q - 1'b1;
      product_q <= product_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (start_i) begin
      a_q <= a_i;
      b_q <= (Digits * D)'(b_i);
    end else if (busy_o) b_q <= b_q << D;
  end

  assign busy_o = left_q != '0;
  assign product_o = product_q;

endmodule
