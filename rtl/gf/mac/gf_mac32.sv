// SPDX-License-Identifier: Apache-2.0
// Multiplies words and accumulates products, of integers or of polynomials over GF(2).
//
//   product_o = a_i * b_i                              64 bits, behind PASSES cycles
//   sum_o     = acc_i + term                           96 bits, combinational, modulo 2^96
//   term      = product_o, twice product_o, or addend_i
//
// Operands of integers are both signed or both unsigned. For polynomials + is XOR, and no carry
// leaves a bit.
//
// A product takes PASSES cycles with step_i, in which a_i, b_i and the mode stay; pass_i numbers
// them. A pass multiplies a_i by the next 32/PASSES bits of b_i, from the lowest up, adds that to
// the upper part of the partial product, and shifts it right. The product is there until the next
// step. Its array is in two halves. The half that is not asked for sees zeros, and the caller holds
// a_i and b_i while there is no product to form, so that neither half switches then.
//
// Left out: the accumulator itself, and what else may be done with it (shifts, moves). Without DUAL
// there is no half for polynomials, and polynomial_i and sum_polynomial_i must be 0.
module gf_mac32 #(
    parameter int unsigned PASSES = 1,  // 1, 2 or 4
    parameter bit DUAL = 1'b1
) (
    input logic clk_i,

    input logic step_i,
    input logic [1:0] pass_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic signed_i,
    input logic polynomial_i,
    output logic [63:0] product_o,

    input logic [95:0] acc_i,
    input logic addend_only_i,  // the term is addend_i
    input logic double_i,
    input logic sum_polynomial_i,
    input logic [32:0] addend_i,
    output logic [95:0] sum_o
);

  localparam int unsigned Bits = 32 / PASSES;  // of b_i in a pass

  if (PASSES != 1 && PASSES != 2 && PASSES != 4) begin : gen_check
    $fatal(1, "gf_mac32: PASSES must be 1, 2 or 4");
  end

  // --------------------------------------------------------------------------------------------
  // Product

  logic [32:0] high_q, high;  // the upper part of the partial product, and its sign
  logic [31:0] low_q;
  logic [Bits-1:0] digit;
  logic last;
  logic [32:0] a_integer;
  logic [Bits-1:0] digit_integer;
  logic [41:0] slices[Bits/8];
  logic [33+Bits:0] sum_integer;
  logic [31+Bits:0] sum_polynomial;
  logic [32+Bits:0] sum;

  assign last = pass_i == 2'(PASSES - 1);
  assign high = pass_i == '0 ? '0 : high_q;
  assign digit = Bits'(b_i >> (Bits * 32'(pass_i)));

  // Integers, by bytes of the digit. The last byte of the last pass has the sign.
  assign a_integer = {signed_i & a_i[31], a_i} & {33{~polynomial_i}};
  assign digit_integer = digit & {Bits{~polynomial_i}};
  for (genvar i = 0; i < Bits / 8; i++) begin : gen_slice
    gf_mac_slice u_slice (
        .a_i(a_integer),
        .digit_i(digit_integer[8*i+:8]),
        .signed_i(signed_i & last & i == Bits / 8 - 1),
        .product_o(slices[i])
    );
  end
  always_comb begin
    sum_integer = (34 + Bits)'($signed(high));
    for (int unsigned i = 0; i < Bits / 8; i++)
    sum_integer += (34 + Bits)'($signed(slices[i])) << 8 * i;
  end

  if (DUAL) begin : gen_polynomial
    gf_clmul #(
        .WIDTH_A(32),
        .WIDTH_B(Bits)
    ) u_clmul (
        .a_i(a_i & {32{polynomial_i}}),
        .b_i(digit & {Bits{polynomial_i}}),
        .product_o(sum_polynomial[30+Bits:0])
    );
    assign sum_polynomial[31+Bits] = 1'b0;
  end else begin : gen_integers
    assign sum_polynomial = '0;
  end

  // One of the halves is 0. The partial product of polynomials passes through the sum of integers.
  assign sum = sum_integer[32+Bits:0] ^ {1'b0, sum_polynomial};

  always_ff @(posedge clk_i)
    if (step_i) begin
      high_q <= sum[32+Bits:Bits];
      low_q  <= 32'({sum[Bits-1:0], low_q} >> Bits);
    end

  assign product_o = {high_q[31:0], low_q};

  // --------------------------------------------------------------------------------------------
  // Sum

  logic [95:0] term;

  always_comb begin
    term = {32'd0, product_o};
    if (double_i) term = {31'd0, product_o, 1'b0};
    if (addend_only_i) term = {63'd0, addend_i};
    sum_o = acc_i + (term & {96{~sum_polynomial_i}}) ^ (term & {96{sum_polynomial_i}});
  end

  // The sum of a partial product and a multiple fits into one bit less.
  logic unused;
  assign unused = sum_integer[33+Bits];

endmodule
