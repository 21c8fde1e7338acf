// SPDX-License-Identifier: Apache-2.0
// Replaces the registers: slots of two words without gaps from the beginning of RAM on, and tables in the same place, so
// that an entry of a table is a slot. Index and flag are written as in the real ones.
module monte_registers
  import monte_isa_pkg::*;
  import monte_pkg::*;
#(
    parameter bit DIGITS = 1'b0,
    parameter bit SQR = 1'b0,
    parameter bit DUAL = 1'b0,
    parameter int unsigned DEPTH = 16
) (
    input logic clk_i,
    input logic rst_ni,
    input logic write_i,
    input logic [3:0] number_i,
    input logic [31:0] data_i,
    output logic [31:0] data_o,
    input logic idle_i,
    input logic [4:0] level_i,
    input logic fail_i,
    input logic [3:0] fail_error_i,
    input logic index_we_i,
    input logic [6:0] index_i,
    input logic flag_we_i,
    input logic flag_i,
    input logic modulus_word_i,
    input logic modulus_we_i,
    output logic failed_o,
    output logic configure_o,
    output field_t field_o,
    output logic [4:0] stride_o,
    output logic [31:0] base_o,
    output logic [31:0] table_o,
    output logic [6:0] count_o,
    output logic [6:0] index_o,
    output logic flag_o,
    output logic modulus_set_o
);

  logic [6:0] index_q;
  logic flag_q;

  always_ff @(posedge clk_i) begin
    if (index_we_i) index_q <= index_i;
    if (flag_we_i) flag_q <= flag_i;
  end

  always_comb begin
    field_o = '0;
    field_o.words = 5'd2;
    data_o = '0;
  end
  assign {stride_o, base_o, table_o} = {5'd2, 32'h80000000, 32'h80000000};
  assign count_o = {5'd0, monte_flow_harness.count_i};
  assign {index_o, flag_o} = {index_q, flag_q};
  assign modulus_set_o = monte_flow_harness.any_modulus_i;
  assign failed_o = 1'b0;
  assign configure_o = monte_flow_harness.any_forget_i;

endmodule
