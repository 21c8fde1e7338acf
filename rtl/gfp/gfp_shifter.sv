// SPDX-License-Identifier: Apache-2.0
// Shifts and rotation of ARMv6-M: result and carry for any amount 0..255.
//
//   left        LSL   zeros come in       amount 32: C = bit 0, beyond: 0
//   none set    LSR   zeros come in       amount 32: C = bit 31, beyond: 0
//   arithmetic  ASR   the sign comes in   from 32 on: all sign, C = sign
//   rotate      ROR   amount mod 32       C = bit 31 of the result
// Amount 0 does not change the value or the carry. Combinational. A left shift is a right shift of
// the reversed word. The word has one additional bit below; after the shift it is the last bit
// shifted out.
module gfp_shifter (
    input logic [31:0] value_i,
    input logic [7:0] amount_i,
    input logic left_i,
    input logic arithmetic_i,
    input logic rotate_i,
    input logic carry_i,
    output logic [31:0] result_o,
    output logic carry_o
);

  logic [31:0] from, to, entering;
  logic [32:0] wide;
  logic fill, beyond;

  assign from   = left_i ? {<<{value_i}} : value_i;
  assign fill   = arithmetic_i & value_i[31];
  assign beyond = (amount_i[7:5] != '0) & ~rotate_i;

  always_comb begin
    wide = {from, 1'b0};
    for (int unsigned stage = 0; stage < 5; stage++) begin
      // In a rotation, bits that leave on the right come back on the left.
      entering = rotate_i ? wide[32:1] : {32{fill}};
      wide = amount_i[stage] ? 33'({entering, wide} >> (1 << stage)) : wide;
    end
    to = wide[32:1];
    carry_o = wide[0];
    if (beyond) begin
      to = {32{fill}};
      carry_o = (arithmetic_i | amount_i == 8'd32) & from[31];
    end
    if (rotate_i) carry_o = to[31];
    if (amount_i == '0) carry_o = carry_i;
  end

  assign result_o = left_i ? {<<{to}} : to;

endmodule
