// SPDX-License-Identifier: Apache-2.0
// The definition of a step of a product: the factor times the next digit is added to the high part, and both parts move
// right by a digit. In the last step of a signed product the digit is signed: its highest bit counts negatively.
module mips_step #(
    parameter int unsigned CYCLES = 4
) (
    input logic [32:0] factor_i,
    input logic [32:0] high_i,
    input logic [31:0] low_i,
    input logic last_signed_i,
    output logic [32:0] high_o,
    output logic [31:0] low_o
);

  localparam int unsigned Bits = 32 / CYCLES;
  localparam int unsigned Width = 34 + Bits;

  logic signed [Width-1:0] factor, high, digit, sum;
  logic [Width+31:0] whole;

  assign factor = {{Width - 33{factor_i[32]}}, factor_i};
  assign high   = {{Width - 33{high_i[32]}}, high_i};
  assign digit  = {{Width - Bits{last_signed_i & low_i[Bits-1]}}, low_i[Bits-1:0]};
  assign sum    = high + factor * digit;
  assign whole  = {sum, low_i} >> Bits;
  assign {high_o, low_o} = whole[64:0];

endmodule
