// SPDX-License-Identifier: Apache-2.0
// A clock gate: clk_o has those pulses of clk_i before which enable_i was 1. A latch holds it while clk_i is 1, so no pulse
// is cut short. enable_i changes behind a rising edge of clk_i, and is there before the next. It may come from inputs of that
// cycle, which then need set-up time to the gate. In a chip, put the library's cell in its place.
module clock_gate (
    input  logic clk_i,
    input  logic enable_i,
    output logic clk_o
);

  logic enable_q;

  always_latch if (!clk_i) enable_q = enable_i;
  assign clk_o = clk_i & enable_q;

endmodule
