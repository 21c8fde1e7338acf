// SPDX-License-Identifier: Apache-2.0
// Shift of a word by 0 to 31: left, or right with zeros or copies of the sign. Combinational.
//
// One right shifter serves all: a left shift is a right shift of the reversed word.
module mips_shifter (
    input logic [31:0] value_i,
    input logic [4:0] amount_i,
    input logic left_i,
    input logic arithmetic_i,
    output logic [31:0] result_o
);

  logic [31:0] in, out;
  logic fill;

  always_comb begin
    for (int unsigned i = 0; i < 32; i++) in[i] = left_i ? value_i[31-i] : value_i[i];
    fill = arithmetic_i & value_i[31];
    out  = 32'($signed({fill, in}) >>> amount_i);
    for (int unsigned i = 0; i < 32; i++) result_o[i] = left_i ? out[31-i] : out[i];
  end

endmodule
