// SPDX-License-Identifier: Apache-2.0
// Montgomery product a b R^-1 mod P in GF(2)[x], R = x^(DIGIT digits_i), DIGIT bits of b in each
// cycle, the least significant digit first (gf_mont_step).
//
// start_i takes the operands and does the first digit in the same cycle t. In cycle t + digits_i
// done_o is 1 and product_o is the product; the next start may be in that cycle. busy_o is 1 in
// the cycles in between, t+1 .. t+digits_i-1: a start then begins anew. product_o stays until the
// cycle after the next start. Reset clears the product. The time is the same for all operands.
//
// Operands: the degree of a_i is below that of P; of b_i the lowest digits_i digits count.
// digits_i is 1 at least and, as P and its inverse, constant during a product. With digits_i times
// DIGIT at least the degree of P, the product is less than P. While the multiplier rests, the
// operands of the step are zero, so that nothing switches.
//
// 3 WIDTH flip-flops and a counter. Not done here: what a product of P not prime means.
module gf_mont #(
    parameter  int unsigned DIGIT = 16,
    parameter  int unsigned WIDTH = 256,
    localparam int unsigned Bits  = $clog2(WIDTH / DIGIT + 1)
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             start_i,
    input  logic [WIDTH-1:0] a_i,
    input  logic [WIDTH-1:0] b_i,
    input  logic [ Bits-1:0] digits_i,
    input  logic [  WIDTH:0] p_i,
    input  logic [DIGIT-1:0] p_inverse_i,
    output logic             busy_o,
    output logic             done_o,
    output logic [WIDTH-1:0] product_o
);

  if (DIGIT < 2 || WIDTH % DIGIT != 0 || WIDTH == DIGIT) begin : gen_check
    $fatal(1, "gf_mont: WIDTH must be a multiple of DIGIT above it, and DIGIT above 1");
  end

  logic [Bits-1:0] left_q;  // digits to come, from the next cycle on
  logic [WIDTH-1:0] sum_q, a_q;
  logic [WIDTH-DIGIT-1:0] b_q;  // the present digit is lowest
  logic [WIDTH-1:0] sum, a, next;
  logic [DIGIT-1:0] digit;
  logic last_q;

  // A product starts with the operands on the ports, since they are there for one cycle only.
  always_comb begin
    sum = '0;
    a = '0;
    digit = '0;
    if (start_i) begin
      a = a_i;
      digit = b_i[DIGIT-1:0];
    end else if (busy_o) begin
      sum = sum_q;
      a = a_q;
      digit = b_q[DIGIT-1:0];
    end
  end

  gf_mont_step #(
      .DIGIT(DIGIT),
      .WIDTH(WIDTH)
  ) u_step (
      .sum_i(sum),
      .a_i(a),
      .digit_i(digit),
      .p_i,
      .p_inverse_i,
      .out_o(next)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      last_q <= 1'b0;
      sum_q  <= '0;
    end else begin
      last_q <= start_i ? digits_i == Bits'(1) : left_q == Bits'(1);
      if (start_i) begin
        left_q <= digits_i - 1'b1;
        sum_q  <= next;
      end else if (busy_o) begin
        left_q <= left_q - 1'b1;
        sum_q  <= next;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (start_i) begin
      a_q <= a_i;
      b_q <= b_i[WIDTH-1:DIGIT];
    end else if (busy_o) b_q <= b_q >> DIGIT;
  end

  assign busy_o = left_q != '0;
  assign done_o = last_q;
  assign product_o = sum_q;

endmodule
