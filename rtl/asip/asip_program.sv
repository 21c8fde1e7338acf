// SPDX-License-Identifier: Apache-2.0
// The program: a ROM with the tasks, or, with PROGRAM_RAM, a memory that has them at first. A read
// takes a cycle; the word stays until the next read. A write does not disturb it.
module asip_program
  import asip_tasks_pkg::*;
#(
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

  if (PROGRAM_RAM) begin : gen_ram
    logic [31:0] mem[PROGRAM_WORDS];
    initial begin
      for (int unsigned i = 0; i < PROGRAM_WORDS; i++) mem[i] = i < IMAGE_WORDS ? IMAGE[i] : '0;
    end
    always_ff @(posedge clk_i) begin
      if (write_i) mem[write_place_i] <= write_word_i;
      else if (read_i) word_q <= mem[place_i];
    end
  end else begin : gen_rom
    always_ff @(posedge clk_i) begin
      if (read_i) word_q <= 32'(place_i) < IMAGE_WORDS ? IMAGE[place_i] : '0;
    end
    logic unused;
    assign unused = &{write_i, write_place_i, write_word_i};
  end

  assign word_o = word_q;

endmodule
