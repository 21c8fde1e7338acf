// SPDX-License-Identifier: Apache-2.0
// Block RAM for the data port of a core with rows: ROW bits at a time, synchronous reads, bytes
// written one by one.
//
// A read address is taken at the end of the address phase (re_i). Its row is on the output in the
// response phase; 0 if the memory was not selected, so that a bus is an OR of its memories. A store
// is written in its response phase, because the core sends its data then.
// The caller makes no read in that cycle: block RAM would give the old bytes.
//
// SIZE: bytes, a power of two. ROW: bits, a power of two from 32 up.
module fpga_row_memory #(
    parameter int unsigned SIZE = 1024,
    parameter int unsigned ROW = 32,
    localparam int unsigned Bits = $clog2(SIZE),
    localparam int unsigned RowBits = $clog2(ROW / 8)
) (
    input logic clk_i,

    input logic re_i,
    input logic selected_i,
    input logic [Bits-1:RowBits] addr_i,
    output logic [ROW-1:0] rdata_o,

    input logic [ROW/8-1:0] we_i,
    input logic [Bits-1:RowBits] waddr_i,
    input logic [ROW-1:0] wdata_i
);

  if (ROW < 32 || ROW != 1 << $clog2(ROW) || SIZE != 1 << Bits || SIZE < ROW / 4) begin : gen_check
    $fatal(1, "fpga_row_memory: ROW and SIZE must be powers of two, at least 32 bits and two rows");
  end

  logic [ROW-1:0] mem[SIZE*8/ROW];

  always_ff @(posedge clk_i) begin
    if (re_i) rdata_o <= selected_i ? mem[addr_i] : '0;
    for (int unsigned i = 0; i < ROW / 8; i++) if (we_i[i]) mem[waddr_i][8*i+:8] <= wdata_i[8*i+:8];
  end

endmodule
