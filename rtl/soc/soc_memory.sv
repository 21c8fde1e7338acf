// SPDX-License-Identifier: Apache-2.0
// Memory for simulation, in 32-bit words. One port reads for the instruction side, the other reads
// or writes for the data side. An access has an address phase, then one cycle of response. Write
// data come in the response phase, as the core sends them. Both reads see the memory before this
// cycle's write.
//
// SIZE: bytes, a power of two from 8 up. The harness fills `mem` before reset ends.
module soc_memory #(
    parameter  int unsigned SIZE = 1024,
    localparam int unsigned Bits = $clog2(SIZE)
) (
    input logic clk_i,

    input logic [Bits-1:2] instr_addr_i,  // of the response phase
    output logic [31:0] instr_rdata_o,

    input logic [Bits-1:2] data_addr_i,  // of the response phase
    input logic [3:0] data_we_i,  // byte lanes to write in this response phase
    input logic [31:0] data_wdata_i,
    output logic [31:0] data_rdata_o
);

  if (SIZE < 8 || SIZE != 1 << Bits) begin : gen_check
    $fatal(1, "soc_memory: SIZE must be a power of two and at least 8");
  end

  // Marked read-only for Verilator, so that it does not evaluate the core again on every entry. The
  // harness writes it nevertheless.
  logic [31:0] mem[SIZE/4]  /* verilator public_flat_rd */;

  assign instr_rdata_o = mem[instr_addr_i];
  assign data_rdata_o  = mem[data_addr_i];

  always_ff @(posedge clk_i) begin
    if (data_we_i != '0)
      for (int unsigned i = 0; i < 4; i++)
      if (data_we_i[i]) mem[data_addr_i][8*i+:8] <= data_wdata_i[8*i+:8];
  end

endmodule
