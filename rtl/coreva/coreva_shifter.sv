// SPDX-License-Identifier: Apache-2.0
// Shifter of W bits, a power of two. Combinational.
//
// A shift to the right by n takes W bits out of {what comes in, the operand}, from bit n on. A shift
// to the left is one to the right of the operand with its bits in the other order.
module coreva_shifter #(
    parameter  int unsigned W    = 32,
    localparam int unsigned Bits = $clog2(W)
) (
    input logic [W-1:0] a_i,
    input logic [Bits-1:0] amount_i,
    input logic left_i,
    input logic sign_i,  // copies of the sign come in, else zeros
    input logic rotate_i,  // what goes out comes in
    output logic [W-1:0] out_o
);

  logic [W-1:0] in, above, moved;

  always_comb begin
    for (int unsigned i = 0; i < W; i++) in[i] = left_i ? a_i[W-1-i] : a_i[i];
    above = rotate_i ? in : {W{sign_i & a_i[W-1]}};
    moved = W'({above, in} >> amount_i);
    for (int unsigned i = 0; i < W; i++) out_o[i] = left_i ? moved[W-1-i] : moved[i];
  end

endmodule
