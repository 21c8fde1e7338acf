// SPDX-License-Identifier: Apache-2.0
// The data memory: 512 words, one port. A read takes a cycle; the word stays until the next access.
// What is written is at the output, too, so that clearing the memory clears it.
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
    if (write_i) begin
      mem[address_i] <= data_i;
      data_q <= data_i;
    end else if (read_i) data_q <= mem[address_i];
  end

  assign data_o = data_q;

endmodule
