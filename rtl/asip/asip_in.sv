// SPDX-License-Identifier: Apache-2.0
// The FIFO from the host: 8 words come one by one and go four at a time. A word that went is zero,
// so that no operand stays here.
module asip_in
  import asip_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input logic clear_i,  // it is empty in the next cycle, whatever comes
    input logic push_i,  // only if it is not full
    input logic [31:0] data_i,
    input logic take_i,  // only if there are four
    output block_t block_o,
    output logic [3:0] level_o
);

  logic [7:0][31:0] words_q;
  logic [3:0] level_q;
  logic [2:0] write_q;
  logic read_q;  // the half that goes next

  assign block_o = read_q ? words_q[7:4] : words_q[3:0];
  assign level_o = level_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {level_q, write_q, read_q} <= '0;
    else if (clear_i) {level_q, write_q, read_q} <= '0;
    else begin
      level_q <= level_q + 4'(push_i) - {1'b0, take_i, 2'b00};
      if (push_i) write_q <= write_q + 1'b1;
      if (take_i) read_q <= ~read_q;
    end
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 8; i++) begin
      if (clear_i || take_i && read_q == i[2]) words_q[i] <= '0;
      else if (push_i && write_q == 3'(i)) words_q[i] <= data_i;
    end
  end

endmodule
