// SPDX-License-Identifier: Apache-2.0
// Replaces HI, LO and their unit: a product or quotient is anything, and the registers hold anything until it is there.
// The core's proofs check what the unit is asked, and when. The unit has proofs of its own.
module mips_hilo #(
    parameter int unsigned MULTIPLY_CYCLES = 4
) (
    input logic clk_i,
    input logic rst_ni,

    input logic multiply_i,
    input logic divide_i,
    input logic signed_i,
    input logic mthi_i,
    input logic mtlo_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,

    output logic ready_o,
    output logic busy_o,
    output logic [31:0] hi_o,
    output logic [31:0] lo_o
);

  logic [31:0] any_hi, any_lo, any_now_hi, any_now_lo;  // undriven: free in the proof

  logic [5:0] left_q;
  logic [31:0] hi_q, lo_q;  // as they will be
  logic [31:0] a_q, b_q;  // what was asked last
  logic divide_q, signed_q;

  assign busy_o = left_q != '0;
  assign ready_o = left_q <= 6'd1;
  assign hi_o = busy_o ? any_now_hi : hi_q;
  assign lo_o = busy_o ? any_now_lo : lo_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (divide_i) left_q <= 6'd33;
    else if (multiply_i) left_q <= 6'(MULTIPLY_CYCLES - 1);
    else if (busy_o) left_q <= left_q - 6'd1;
  end

  always_ff @(posedge clk_i) begin
    if (divide_i | multiply_i) begin
      {hi_q, lo_q} <= {any_hi, any_lo};
      {a_q, b_q, divide_q, signed_q} <= {a_i, b_i, divide_i, signed_i};
    end else if (~busy_o) begin
      if (mthi_i) hi_q <= a_i;
      if (mtlo_i) lo_q <= a_i;
    end
  end

endmodule
