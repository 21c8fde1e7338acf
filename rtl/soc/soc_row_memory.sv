// SPDX-License-Identifier: Apache-2.0
// Memory for simulation, as soc_memory, with a data side that moves rows of ROW bits, a power of two
// from 32 up. A row is at a multiple of its size; the bits of an address below are ignored.
//
// SIZE: bytes, a power of two, at least two rows. The harness fills `mem` before reset ends.
module soc_row_memory #(
    parameter int unsigned SIZE = 1024,
    parameter int unsigned ROW = 32,
    localparam int unsigned Bits = $clog2(SIZE),
    localparam int unsigned RowBits = $clog2(ROW / 8)
) (
    input logic clk_i,

    input logic [Bits-1:2] instr_addr_i,  // of the response phase
    output logic [31:0] instr_rdata_o,

    input logic [Bits-1:RowBits] data_addr_i,  // of the response phase
    input logic [ROW/8-1:0] data_we_i,  // byte lanes to write in this response phase
    input logic [ROW-1:0] data_wdata_i,
    output logic [ROW-1:0] data_rdata_o,

    input logic [Bits-1:2] second_addr_i,  // a third side, of words
    input logic second_we_i,
    input logic [31:0] second_wdata_i,
    output logic [31:0] second_rdata_o
);

  localparam bit Powers = ROW == 1 << $clog2(ROW) && SIZE == 1 << Bits;
  if (ROW < 32 || !Powers || SIZE * 8 < 2 * ROW) begin : gen_check
    $fatal(1, "soc_row_memory: ROW and SIZE must be powers of two, at least 32 bits and two rows");
  end

  localparam int unsigned Lanes = ROW / 32;

  // Read-only for Verilator, and written by the harness: see soc_memory.
  logic [31:0] mem[SIZE/4]  /* verilator public_flat_rd */;

  logic [Bits-1:2] first;
  assign first = (Bits - 2)'(data_addr_i) << (RowBits - 2);

  assign instr_rdata_o = mem[instr_addr_i];
  assign second_rdata_o = mem[second_addr_i];
  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) data_rdata_o[32*i+:32] = mem[first|(Bits-2)'(i)];
  end

  // Of two writes to a byte, that of the data side counts.
  always_ff @(posedge clk_i) begin
    if (second_we_i) mem[second_addr_i] <= second_wdata_i;
    if (data_we_i != '0)
      for (int unsigned i = 0; i < ROW / 8; i++)
      if (data_we_i[i]) mem[first|(Bits-2)'(i/4)][8*(i%4)+:8] <= data_wdata_i[8*i+:8];
  end

endmodule
