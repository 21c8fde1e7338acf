// SPDX-License-Identifier: Apache-2.0
// The contract of the accelerator's registers: reads see the values before this cycle's write. Entry 0 holds anything.
module vword_regfile #(
    parameter int unsigned W = 11
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

  logic [31:0][W-1:0] file_q;

  assign ra_data_o = file_q[ra_i];
  assign rb_data_o = file_q[rb_i];
  always_ff @(posedge clk_i) if (we_i) file_q[wa_i] <= wd_i;

endmodule
