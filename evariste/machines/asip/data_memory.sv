// SPDX-License-Identifier: Apache-2.0
// In place of rtl/asip/asip_memory.sv where only the logic around the memory is measured: the register
// at its output, and a few gates, so that no input is left without a load.
module asip_memory (
    input logic clk_i,
    input logic read_i,
    input logic write_i,
    input logic [8:0] address_i,
    input logic [31:0] data_i,
    output logic [31:0] data_o
);

  always_ff @(posedge clk_i) if (read_i || write_i) data_o <= data_i ^ {32{^address_i}};

endmodule
