// SPDX-License-Identifier: Apache-2.0
// One step of a restoring division of absolute values: one bit of the quotient.
//
// {remainder, quotient} shifts left by one; the quotient's register holds the bits of the dividend
// that are still to come, in its high end. If the divisor fits into the remainder it is taken off,
// and the new bit of the quotient is 1. After 32 steps both are those of the definition; a divisor
// of 0 gives a quotient of all ones, and the dividend as the remainder. Combinational; mips_hilo
// has the registers.
module mips_divider (
    input  logic [31:0] divisor_i,
    input  logic [31:0] remainder_i,  // less than the divisor, unless that is 0
    input  logic [31:0] quotient_i,
    output logic [31:0] remainder_o,
    output logic [31:0] quotient_o
);

  logic [32:0] shifted, difference;
  logic fits;

  assign shifted = {remainder_i, quotient_i[31]};
  assign difference = shifted - {1'b0, divisor_i};
  assign fits = ~difference[32];
  assign remainder_o = fits ? difference[31:0] : shifted[31:0];
  assign quotient_o = {quotient_i[30:0], fits};

endmodule
