// SPDX-License-Identifier: Apache-2.0
// Adder and logic unit: sum = a + b + carry_i, and a & b, a ^ b, a | b from the adder's generate
// and propagate terms. Combinational. The sum is also every data address and branch target, so it
// does not depend on the selected result.
module gfp_alu (
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic carry_i,
    input logic want_sum_i,
    input logic want_and_i,  // and and xor together: or
    input logic want_xor_i,
    output logic [31:0] sum_o,
    output logic carry_o,
    output logic overflow_o,
    output logic [31:0] result_o  // zero if no result is selected
);

  assign {carry_o, sum_o} = 33'(a_i) + 33'(b_i) + 33'(carry_i);
  assign overflow_o = (a_i[31] == b_i[31]) & (sum_o[31] != a_i[31]);
  assign result_o = ({32{want_sum_i}} & sum_o) | ({32{want_and_i}} & a_i & b_i) |
                    ({32{want_xor_i}} & (a_i ^ b_i));

endmodule
