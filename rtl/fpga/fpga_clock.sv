// SPDX-License-Identifier: Apache-2.0
// The core's clock, the oscillator's clock divided by DIVIDE (1 or more), and its reset.
//
// A counter on the oscillator's clock drives a flip-flop, so clk_o has no glitches. clk_o is high
// for DIVIDE / 2 cycles, rounded down. The tools put it on a global net. There is no PLL, so the
// circuit is the same on every device and in simulation. The price: only whole divisors are
// possible. rst_no is low for sixteen cycles of clk_o after configuration and after reset_ni, a
// button.
module fpga_clock #(
    parameter int unsigned DIVIDE = 1
) (
    input  logic clk_i,
    input  logic reset_ni,
    output logic clk_o,
    output logic rst_no
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

  logic [3:0] reset_count_q;
  logic rst_q;
  initial {rst_q, reset_count_q} = '0;
  always_ff @(posedge clk_o) begin
    if (!reset_ni) reset_count_q <= '0;
    else if (reset_count_q != '1) reset_count_q <= reset_count_q + 4'd1;
    rst_q <= reset_ni & reset_count_q == '1;
  end
  assign rst_no = rst_q;

endmodule
