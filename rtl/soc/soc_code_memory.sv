// SPDX-License-Identifier: Apache-2.0
// Code memory for simulation: four banks of 32-bit words, each with a row address of its own. Bank b
// has the words 4 row + b. A request at the end of a cycle is answered in the next one, until the
// next request. A row that is not there answers with err_o.
//
// SIZE: bytes, a power of two from 32 up. The harness fills `mem` before reset ends.
module soc_code_memory #(
    parameter int unsigned SIZE = 1024
) (
    input logic clk_i,

    input logic req_i,
    input logic [3:0][27:0] row_i,
    output logic [3:0][31:0] data_o,
    output logic [3:0] err_o
);

  localparam int unsigned Bits = $clog2(SIZE);

  if (SIZE < 32 || SIZE != 1 << Bits) begin : gen_check
    $fatal(1, "soc_code_memory: SIZE must be a power of two and at least 32");
  end

  // Read-only for Verilator, and written by the harness: see soc_memory.
  logic [31:0] mem[SIZE/4]  /* verilator public_flat_rd */;
  logic [3:0][27:0] row_q;

  always_ff @(posedge clk_i) if (req_i) row_q <= row_i;

  for (genvar b = 0; b < 4; b++) begin : gen_bank
    assign data_o[b] = mem[{row_q[b][Bits-5:0], 2'(b)}];
    assign err_o[b]  = row_q[b][27:Bits-4] != '0;
  end

endmodule
