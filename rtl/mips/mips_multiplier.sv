// SPDX-License-Identifier: Apache-2.0
// One step of a multiplication: 32 / CYCLES bits of the multiplier, from the lowest up.
//
// The partial product is {high, low}: high is signed, with one bit more than a word. Its low half
// also holds the bits of the multiplier that are still to come, in its low end. A step adds the
// multiplicand times the next digit to the high part and shifts both right by a digit. For a signed
// product the last digit is signed. After CYCLES steps {high[31:0], low} is the product.
// Combinational; mips_hilo has the registers.
module mips_multiplier #(
    parameter int unsigned CYCLES = 4
) (
    input logic [32:0] multiplicand_i,  // with its sign
    input logic [32:0] high_i,
    input logic [31:0] low_i,
    input logic last_signed_i,  // the last step of a signed product
    output logic [32:0] high_o,
    output logic [31:0] low_o
);

  localparam int unsigned Bits = 32 / CYCLES;

  if (CYCLES < 1 || CYCLES > 32 || Bits * CYCLES != 32) begin : gen_check
    $fatal(1, "mips_multiplier: CYCLES must be 1, 2, 4, 8, 16 or 32");
  end

  logic signed [Bits:0] digit;
  logic signed [33+Bits:0] sum;

  assign digit = {last_signed_i & low_i[Bits-1], low_i[Bits-1:0]};
  assign sum = (34 + Bits)'($signed(
      high_i
  )) + (34 + Bits)'($signed(
      multiplicand_i
  )) * (34 + Bits)'(digit);
  assign high_o = sum[32+Bits:Bits];
  if (Bits == 32) begin : gen_whole
    assign low_o = sum[31:0];
  end else begin : gen_part
    assign low_o = {sum[Bits-1:0], low_i[31:Bits]};
  end

  // The sum of a partial product and a multiple fits into one bit less.
  logic unused;
  assign unused = sum[33+Bits];

endmodule
