// SPDX-License-Identifier: Apache-2.0
// A memory with one port: an access in a cycle is a read or a write. rdata_o is the word of the last
// read, from the cycle behind it on. A write changes the whole word, and not rdata_o.
//
// On a chip a compiled SRAM takes the place of this module.
module cache_array #(
    parameter  int unsigned WORDS = 1024,
    parameter  int unsigned WIDTH = 32,
    localparam int unsigned Bits  = $clog2(WORDS)
) (
    input logic clk_i,
    input logic read_i,
    input logic write_i,
    input logic [Bits-1:0] addr_i,
    input logic [WIDTH-1:0] wdata_i,
    output logic [WIDTH-1:0] rdata_o
);

  if (WORDS != 1 << Bits || WORDS < 2) begin : gen_check
    $fatal(1, "cache_array: WORDS must be a power of two from 2 up");
  end

  logic [WIDTH-1:0] mem_q[WORDS];

  always_ff @(posedge clk_i) begin
    if (write_i) mem_q[addr_i] <= wdata_i;
    else if (read_i) rdata_o <= mem_q[addr_i];
  end

endmodule
