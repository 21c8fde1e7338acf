// SPDX-License-Identifier: Apache-2.0
// One step of arithmetic in GF(2^233), f = x^233 + x^74 + 1, for the accelerators. Combinational.
//
//   product_o = acc x^D + a digit mod f    the next D bits of the other operand, the highest first
//   square_o  = s^2 mod f
module coreva_field_step
  import coreva_pkg::*;
#(
    parameter int unsigned D = 32
) (
    input  logic [FieldBits-1:0] acc_i,
    input  logic [FieldBits-1:0] a_i,
    input  logic [        D-1:0] digit_i,
    output logic [FieldBits-1:0] product_o,
    input  logic [FieldBits-1:0] s_i,
    output logic [FieldBits-1:0] square_o
);

  logic [FieldBits+D-1:0] sum;
  always_comb begin
    sum = {acc_i, D'(0)};
    for (int unsigned j = 0; j < D; j++)
    sum ^= (FieldBits + D)'(a_i & {FieldBits{digit_i[j]}}) << j;
  end

  gf_fixed_reduce #(
      .M (FieldBits),
      .T1(FieldTerm),
      .T2(0),
      .T3(0),
      .N (FieldBits + D)
  ) u_reduce (
      .a_i  (sum),
      .out_o(product_o)
  );

  gf_fixed_square #(
      .M (FieldBits),
      .T1(FieldTerm),
      .T2(0),
      .T3(0)
  ) u_square (
      .a_i  (s_i),
      .out_o(square_o)
  );

endmodule
