// SPDX-License-Identifier: Apache-2.0
// In place of rtl/cache/cache_array.sv where only the logic around a memory is measured: the register
// at the memory's output, and a few gates, so that no input is left without a load.
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

  always_ff @(posedge clk_i) if (read_i) rdata_o <= wdata_i ^ {WIDTH{write_i ^ ^addr_i}};

endmodule
