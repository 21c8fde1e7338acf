// SPDX-License-Identifier: Apache-2.0
// The accelerator's registers: two read ports, one write port, no reset. A written word can be read
// in the next cycle. Register 0 is never written; vword_operand reads it as 0. The array has the form
// that FPGA tools map to distributed RAM, one copy for each read port.
module vword_regfile
  import vword_pkg::*;
#(
    parameter int unsigned W = 294
) (
    input logic clk_i,

    input  logic [  4:0] ra_i,
    output logic [W-1:0] ra_data_o,
    input  logic [  4:0] rb_i,
    output logic [W-1:0] rb_data_o,

    input logic         we_i,
    input logic [  4:0] wa_i,
    input logic [W-1:0] wd_i
);

  // Read-only for Verilator, and written by the harness: see soc_memory.
  logic [W-1:0] words[Registers]  /* verilator public_flat_rd */;

  always_ff @(posedge clk_i) if (we_i) words[wa_i] <= wd_i;

  assign ra_data_o = words[ra_i];
  assign rb_data_o = words[rb_i];

endmodule
