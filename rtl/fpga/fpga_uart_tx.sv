// SPDX-License-Identifier: Apache-2.0
// UART transmitter: 8 data bits, lowest first, no parity, one stop bit; idle line high.
//
// DIVIDER: clock cycles of a bit, 2 or more. A byte is taken when valid_i and not busy_o.
module fpga_uart_tx #(
    parameter int unsigned DIVIDER = 16
) (
    input logic clk_i,
    input logic rst_ni,
    input logic valid_i,
    input logic [7:0] byte_i,
    output logic busy_o,
    output logic tx_o
);

  if (DIVIDER < 2) begin : gen_check
    $fatal(1, "fpga_uart_tx: DIVIDER must be at least 2");
  end

  localparam int unsigned Width = $clog2(DIVIDER);
  logic [Width-1:0] wait_q;  // cycles left of this bit
  logic [3:0] left_q;  // the bit on the line and the bits still to send
  logic [8:0] shift_q;

  assign busy_o = left_q != '0;
  assign tx_o   = ~busy_o | shift_q[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      wait_q <= '0;
    end else if (!busy_o) begin
      if (valid_i) left_q <= 4'd10;
      wait_q <= Width'(DIVIDER - 1);
    end else if (wait_q != '0) begin
      wait_q <= wait_q - 1'b1;
    end else begin
      wait_q <= Width'(DIVIDER - 1);
      left_q <= left_q - 4'd1;
    end
  end

  // Start bit 0, the byte, then ones.
  always_ff @(posedge clk_i) begin
    if (!busy_o) shift_q <= {byte_i, 1'b0};
    else if (wait_q == '0) shift_q <= {1'b1, shift_q[8:1]};
  end

endmodule
