// SPDX-License-Identifier: Apache-2.0
// The FIFO to the host: 8 words come four at a time and go one by one. When the last one has
// gone, all are zero.
module asip_out
  import asip_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input logic clear_i,  // it is empty in the next cycle, whatever comes
    input logic push_i,  // only if there is room for four
    input block_t block_i,
    input logic pop_i,  // only if it is not empty
    output logic [31:0] data_o,
    output logic [3:0] level_o
);

  logic [7:0][31:0] words_q;
  logic [3:0] level_q;
  logic [2:0] read_q;
  logic write_q;  // the half that comes next

  assign data_o  = level_q == '0 ? '0 : words_q[read_q];
  assign level_o = level_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {level_q, read_q, write_q} <= '0;
    else if (clear_i) {level_q, read_q, write_q} <= '0;
    else begin
      level_q <= level_q + {1'b0, push_i, 2'b00} - 4'(pop_i);
      if (pop_i) read_q <= read_q + 1'b1;
      if (push_i) write_q <= ~write_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_i || pop_i && level_q == 4'd1) words_q <= '0;
    if (push_i && !clear_i && write_q) words_q[7:4] <= block_i;
    else if (push_i && !clear_i) words_q[3:0] <= block_i;
  end

endmodule
