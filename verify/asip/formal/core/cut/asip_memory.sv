// SPDX-License-Identifier: Apache-2.0
// The data memory with one word that the proof watches. A read gives anything.
module asip_memory (
    input logic clk_i,
    input logic read_i,
    input logic write_i,
    input logic [8:0] address_i,
    input logic [31:0] data_i,
    output logic [31:0] data_o
);

  logic [8:0] watched;
  logic [31:0] value_q, value;

  assign watched = asip_core_harness.held_word_i;
  assign data_o = asip_core_harness.any_data_i;
  assign value = write_i && address_i == watched ? data_i : value_q;
  always_ff @(posedge clk_i) value_q <= value;

  logic unused;
  assign unused = read_i;

endmodule
