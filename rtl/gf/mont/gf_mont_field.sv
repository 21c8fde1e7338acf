// SPDX-License-Identifier: Apache-2.0
// The field of gf_mont: from the exponents of P = x^m + x^k3 + x^k2 + x^k1 + 1, or of the trinomial
// x^m + x^k3 + 1 (k2 = k1 = 0), the polynomial itself, the number of its digits, and its inverse
// modulo x^DIGIT.
//
// legal_o says in the same cycle whether the exponents on the ports are a field of this width:
// 2 <= m <= WIDTH, and 0 < k1 < k2 < k3 < m or 0 = k1 = k2 < k3 < m. A load_i of others changes
// nothing. Otherwise busy_o is 1 in the DIGIT cycles after it, and then all outputs are those of
// the new field. clear_i forgets the field: m is 0. Whether P is irreducible is not checked.
//
// The inverse is a long division of 1 by P from the lowest bit up, a bit a cycle: the rest r has
// bit j of the inverse as its lowest bit, and r <- (r + that bit P) / x. P has 5 bits that are 1,
// so it is decoded from the exponents and not kept.
module gf_mont_field #(
    parameter int unsigned DIGIT = 16,
    parameter int unsigned WIDTH = 256,
    localparam int unsigned Bits = $clog2(WIDTH / DIGIT + 1),
    localparam int unsigned Exponent = $clog2(WIDTH + 1)
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    input  logic                           clear_i,
    input  logic                           load_i,
    input  logic [      3:0][        31:0] exponents_i,  // k1, k2, k3, m: m is the first, [0]
    output logic                           legal_o,
    output logic                           busy_o,
    output logic [      3:0][Exponent-1:0] exponents_o,
    output logic [ Bits-1:0]               digits_o,
    output logic [  WIDTH:0]               p_o,
    output logic [DIGIT-1:0]               p_inverse_o
);

  if (DIGIT < 2 || (DIGIT & (DIGIT - 1)) != 0 || WIDTH % DIGIT != 0) begin : gen_check
    $fatal(1, "gf_mont_field: DIGIT must be a power of two, and WIDTH a multiple of it");
  end

  localparam int unsigned Steps = $clog2(DIGIT + 1);

  logic [3:0][Exponent-1:0] exponents_q;
  logic [DIGIT-1:0] inverse_q, rest_q, low;
  logic [Steps-1:0] left_q;

  logic [31:0] m, k3, k2, k1;
  logic trinomial, pentanomial;
  assign {k1, k2, k3, m} = exponents_i;
  assign trinomial = k1 == '0 && k2 == '0 && k3 != '0;
  assign pentanomial = k1 != '0 && k1 < k2 && k2 < k3;
  assign legal_o = m >= 32'd2 && m <= WIDTH && k3 < m && (trinomial || pentanomial);

  // A k2 or k1 of 0 is the constant term, too. A cleared field has no polynomial but 1.
  always_comb begin
    p_o = '0;
    for (int unsigned i = 0; i < 4; i++) p_o |= (WIDTH + 1)'(1) << exponents_q[i];
    p_o[0] = 1'b1;
  end

  assign low = p_o[DIGIT-1:0] & {DIGIT{rest_q[0]}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      exponents_q <= '0;
      left_q <= '0;
      inverse_q <= '0;
      rest_q <= '0;
    end else if (clear_i) begin
      exponents_q <= '0;
      left_q <= '0;
      inverse_q <= '0;
      rest_q <= '0;
    end else if (load_i && legal_o) begin
      for (int unsigned i = 0; i < 4; i++) exponents_q[i] <= exponents_i[i][Exponent-1:0];
      left_q <= Steps'(DIGIT);
      rest_q <= DIGIT'(1);
    end else if (busy_o) begin
      left_q <= left_q - 1'b1;
      inverse_q <= {rest_q[0], inverse_q[DIGIT-1:1]};
      rest_q <= (rest_q ^ low) >> 1;
    end
  end

  assign busy_o = left_q != '0;
  assign exponents_o = exponents_q;
  assign digits_o = Bits'((32'(exponents_q[0]) + DIGIT - 1) / DIGIT);
  assign p_inverse_o = inverse_q;

endmodule
