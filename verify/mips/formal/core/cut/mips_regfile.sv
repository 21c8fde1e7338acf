// SPDX-License-Identifier: Apache-2.0
// The contract of the register file: reads see the values before this cycle's write, and 0 for register 0. The core's
// proofs use it instead of the file of gates. Another proof shows that the two are equal.
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

  logic [31:0][31:0] file_q;

  assign ra_data_o = ra_i == '0 ? '0 : file_q[ra_i];
  assign rb_data_o = rb_i == '0 ? '0 : file_q[rb_i];
  always_ff @(posedge clk_i) if (we_i) file_q[wa_i] <= wd_i;

endmodule
