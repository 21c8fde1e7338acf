// SPDX-License-Identifier: Apache-2.0
// Zeros above the highest one, zeros below the lowest one, or ones. Combinational.
module coreva_count
  import coreva_pkg::*;
(
    input  logic [31:0] a_i,
    input  logic [ 2:0] mode_i,
    output logic [ 5:0] count_o
);

  logic [31:0] in;
  logic [15:0] half;
  logic [7:0] byte_;
  logic [3:0] nibble;
  logic [5:0] zeros;
  logic [7:0][2:0] fours;
  logic [5:0] ones;

  // Zeros below the lowest one, by halves: where the low half is empty, the high one counts.
  always_comb begin
    for (int unsigned i = 0; i < 32; i++) in[i] = mode_i == CountHigh ? a_i[31-i] : a_i[i];
    zeros[4] = in[15:0] == '0;
    half = zeros[4] ? in[31:16] : in[15:0];
    zeros[3] = half[7:0] == '0;
    byte_ = zeros[3] ? half[15:8] : half[7:0];
    zeros[2] = byte_[3:0] == '0;
    nibble = zeros[2] ? byte_[7:4] : byte_[3:0];
    zeros[1] = nibble[1:0] == '0;
    zeros[0] = ~(zeros[1] ? nibble[2] : nibble[0]);
    zeros[5] = in == '0;
    if (zeros[5]) zeros[4:0] = '0;
  end

  always_comb begin
    ones = '0;
    for (int unsigned i = 0; i < 8; i++) begin
      fours[i] = 3'(a_i[4*i]) + 3'(a_i[4*i+1]) + 3'(a_i[4*i+2]) + 3'(a_i[4*i+3]);
      ones += 6'(fours[i]);
    end
  end

  // Where nothing below is a one, the upper end is one, or there is none.
  logic unused;
  assign unused  = nibble[3];

  assign count_o = mode_i == CountOnes ? ones : zeros;

endmodule
