// SPDX-License-Identifier: Apache-2.0
// The core's clock: the oscillator's clock divided by DIVIDE (1 or more).
//
// A counter on the oscillator's clock drives a flip-flop, so clk_o has no glitches. clk_o is high
// for DIVIDE / 2 cycles, rounded down. The tools put it on a global net. There is no PLL, so the
// circuit is the same on every device and in simulation. The price: only whole divisors are
// possible.
module fpga_clock #(
    parameter int unsigned DIVIDE = 1
) (
    input  logic clk_i,
    output logic clk_o
);

  if (DIVIDE < 1) begin : gen_check
    $fatal(1, "fpga_clock: DIVIDE must be at least 1");
  end

  if (DIVIDE == 1) begin : gen_whole
    assign clk_o = clk_i;
  end else begin : gen_divided
    localparam int unsigned Width = $clog2(DIVIDE);
    logic [Width-1:0] count_q;
    logic clock_q;
    initial {clock_q, count_q} = '0;
    always_ff @(posedge clk_i) begin
      count_q <= count_q == Width'(DIVIDE - 1) ? '0 : count_q + 1'b1;
      clock_q <= count_q < Width'(DIVIDE / 2);
    end
    assign clk_o = clock_q;
  end

endmodule
