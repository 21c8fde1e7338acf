// SPDX-License-Identifier: Apache-2.0
// The arithmetic unit of rtl/monte with words of W bits: order of words, datapath, and buffers of two operands of K words.
// The modulus is loaded word by word first. The choice between the two results is made here, as monte_arithmetic makes it.
// Proofs go through its cycles one by one.
module monte_product_harness
  import monte_pkg::*;
#(
    parameter int unsigned W = 4,
    parameter int unsigned K = 2
) (
    input logic clk_i,
    input logic rst_ni,
    input field_t field_i,
    input command_e command_i,
    input logic start_i,
    input logic [K*W-1:0] a_i,
    input logic [K*W-1:0] b_i,
    input logic p_we_i,
    input place_t p_place_i,
    input logic [W-1:0] p_data_i,

    output logic final_o,  // the last word
    output logic choose_o,  // the corrected result, behind that
    output logic [K*W-1:0] plain_o,
    output logic [K*W-1:0] corrected_o
);

  step_t step;
  logic done, we, equal;
  place_t place;
  logic [W-1:0] x, y, plain, corrected;

  monte_columns #(
      .DIGITS(1'b1),
      .SQR(1'b1),
      .DUAL(1'b1)
  ) u_columns (
      .clk_i,
      .rst_ni,
      .field_i,
      .start_i,
      .clear_i(1'b0),
      .command_i,
      .step_o(step),
      .done_o(done)
  );

  always_comb begin
    {x, y} = '0;
    for (int unsigned i = 0; i < K; i++) begin
      if (step.x_place == place_t'(i)) x = a_i[i*W+:W];
      if (step.y_place == place_t'(i)) y = b_i[i*W+:W];
    end
  end

  monte_datapath #(
      .W(W),
      .DIGITS(1'b1),
      .DUAL(1'b1)
  ) u_datapath (
      .clk_i,
      .rst_ni,
      .field_i,
      .command_i,
      .step_i(step),
      .clear_i(1'b0),
      .x_i(x),
      .y_i(y),
      .p_we_i,
      .p_place_i,
      .p_data_i,
      .result_o(we),
      .place_o(place),
      .plain_o(plain),
      .corrected_o(corrected),
      .final_o,
      .choose_o,
      .equal_o(equal)
  );

  logic [K-1:0][W-1:0] plain_q, corrected_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < K; i++) begin
      if (we & place == place_t'(i)) {plain_q[i], corrected_q[i]} <= {plain, corrected};
    end
  end
  assign {plain_o, corrected_o} = {plain_q, corrected_q};

  logic unused;
  assign unused = &{1'b0, done, equal};

endmodule
