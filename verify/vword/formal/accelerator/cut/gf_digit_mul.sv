// SPDX-License-Identifier: Apache-2.0
// Replaces the multiplier: a product is anything. From ceil(M / D) + 1 cycles behind a start on, product_o is that value,
// until the next start and in its cycle; before, it is anything else. The accelerator's proofs check what is asked, and
// when. The multiplier of gates has a proof of its own.
module gf_digit_mul #(
    parameter int unsigned M  = 11,
    parameter int unsigned T1 = 2,
    parameter int unsigned T2 = 0,
    parameter int unsigned T3 = 0,
    parameter int unsigned D  = 3
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         start_i,
    input  logic [M-1:0] a_i,
    input  logic [M-1:0] b_i,
    output logic         busy_o,
    output logic [M-1:0] product_o
);

  localparam int unsigned Digits = (M + D - 1) / D;
  localparam int unsigned Bits = $clog2(Digits + 1);

  logic [M-1:0] any_now, any_product;  // undriven: free in the proof
  logic [Bits-1:0] left_q;
  logic [M-1:0] value_q;  // as it will be
  logic [M-1:0] a_q, b_q;  // what was asked last

  assign busy_o = left_q != '0;
  assign product_o = busy_o ? any_now : value_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (start_i) left_q <= Bits'(Digits);
    else if (busy_o) left_q <= left_q - 1'b1;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) value_q <= '0;
    else if (start_i) value_q <= any_product;
  end
  always_ff @(posedge clk_i) if (start_i) {a_q, b_q} <= {a_i, b_i};

endmodule
