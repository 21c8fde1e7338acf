// SPDX-License-Identifier: Apache-2.0
// Register file: 32 x 32, two read ports, one write port.
//
// Reads are combinational and see the values before this cycle's write. Register 0 reads as 0; the
// caller does not write it. No reset: a program writes a register before it reads it. An FPGA takes
// two copies of distributed memory for it.
module mips_regfile (
    input logic clk_i,

    input  logic [ 4:0] ra_i,
    output logic [31:0] ra_data_o,
    input  logic [ 4:0] rb_i,
    output logic [31:0] rb_data_o,

    input logic we_i,
    input logic [4:0] wa_i,
    input logic [31:0] wd_i
);

  logic [31:0] regs_q[32];

  assign ra_data_o = ra_i == '0 ? '0 : regs_q[ra_i];
  assign rb_data_o = rb_i == '0 ? '0 : regs_q[rb_i];

  always_ff @(posedge clk_i) if (we_i) regs_q[wa_i] <= wd_i;

endmodule
