// SPDX-License-Identifier: Apache-2.0
// Replaces the field register: any exponents are legal or not. A field has any exponents, and any number of digits from
// 1 on.
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
    input  logic [      3:0][        31:0] exponents_i,
    output logic                           legal_o,
    output logic                           busy_o,
    output logic [      3:0][Exponent-1:0] exponents_o,
    output logic [ Bits-1:0]               digits_o,
    output logic [  WIDTH:0]               p_o,
    output logic [DIGIT-1:0]               p_inverse_o
);

  logic [3:0][Exponent-1:0] any_exponents, exponents_q;
  logic [Bits-1:0] any_digits, digits_q;

  assign {legal_o, any_digits, any_exponents} = asip_core_harness.any_field_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {exponents_q, digits_q} <= '0;
    else if (clear_i) {exponents_q, digits_q} <= '0;
    else if (load_i && legal_o) begin
      exponents_q <= any_exponents;
      digits_q <= any_digits == '0 || any_digits > Bits'(WIDTH / DIGIT) ? Bits'(1) : any_digits;
    end
  end
  assign exponents_o = exponents_q;
  assign digits_o = digits_q;

  logic unused;
  assign unused = &exponents_i;

endmodule
