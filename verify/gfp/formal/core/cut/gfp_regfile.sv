// SPDX-License-Identifier: Apache-2.0
// The contract of the register file: reads see the values before this cycle's writes. Ports C and D read as zero while
// nothing is accumulated. The core's proofs use it instead
// of the file of gates. Another proof shows that the two are equal.
module gfp_regfile #(
    parameter int unsigned READ_PORTS = 2
) (
    input logic clk_i,

    input  logic [ 3:0] ra_i,
    output logic [31:0] ra_data_o,
    input  logic [ 3:0] rb_i,
    output logic [31:0] rb_data_o,
    input  logic        accumulate_i,
    input  logic [ 3:0] rc_i,
    output logic [31:0] rc_data_o,
    input  logic [ 3:0] rd_i,
    output logic [31:0] rd_data_o,

    input logic we0_i,
    input logic [3:0] wa0_i,
    input logic [31:0] wd0_i,
    input logic we1_i,
    input logic [3:0] wa1_i,
    input logic [31:0] wd1_i
);

  logic [15:0][31:0] regs_q;

  assign ra_data_o = regs_q[ra_i];
  assign rb_data_o = regs_q[rb_i];
  assign rc_data_o = READ_PORTS > 2 & accumulate_i ? regs_q[rc_i] : '0;
  assign rd_data_o = READ_PORTS > 3 & accumulate_i ? regs_q[rd_i] : '0;

  always_ff @(posedge clk_i) begin
    if (we0_i) regs_q[wa0_i] <= wd0_i;
    if (we1_i) regs_q[wa1_i] <= wd1_i;
  end

endmodule
