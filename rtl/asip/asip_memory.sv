// SPDX-License-Identifier: Apache-2.0
// The data memory: 512 words, one port. A read takes a cycle; the word stays until the next read.
module asip_memory
  import asip_tasks_pkg::*;
(
    input logic clk_i,
    input logic read_i,
    input logic write_i,
    input logic [8:0] address_i,
    input logic [31:0] data_i,
    output logic [31:0] data_o
);

  logic [31:0] mem[MEMORY_WORDS];
  logic [31:0] data_q;

  always_ff @(posedge clk_i) begin
    if (write_i) mem[address_i] <= data_i;
    else if (read_i) data_q <= mem[address_i];
  end

  assign data_o = data_q;

endmodule
