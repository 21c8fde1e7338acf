// SPDX-License-Identifier: Apache-2.0
// Any program, of which one word is known. A word stays until the next read.
module asip_program #(
    parameter bit PROGRAM_RAM = 1'b0
) (
    input logic clk_i,

    input logic read_i,
    input logic [9:0] place_i,
    output logic [31:0] word_o,

    input logic write_i,
    input logic [9:0] write_place_i,
    input logic [31:0] write_word_i
);

  logic [31:0] word_q;
  always_ff @(posedge clk_i) begin
    if (read_i)
      word_q <= place_i == asip_fetch_harness.held_place_i ? asip_fetch_harness.held_word_i
                                                           : asip_fetch_harness.any_word_i;
  end
  assign word_o = word_q;

  logic unused;
  assign unused = &{write_i, write_place_i, write_word_i};

endmodule
