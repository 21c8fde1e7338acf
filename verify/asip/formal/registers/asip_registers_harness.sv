// SPDX-License-Identifier: Apache-2.0
// The register file, and beside it one of its registers, which is any of them. This is the contract on which the core's
// proofs rest. Both ports read this register: nothing is said of others.
module asip_registers_harness (
    input logic clk_i,
    input logic rst_ni,

    input logic [3:0] held_reg_i,
    input logic [1:0] write_i,
    input logic [3:0] to_i,
    input logic [255:0] data_i,

    output logic assume_o,
    output logic holds_o,
    output logic wrong_value_o
);

  logic [255:0] a, b, value_q, value;

  asip_registers #(
      .WIDTH(256)
  ) dut (
      .clk_i,
      .a_i(held_reg_i),
      .b_i(held_reg_i),
      .a_o(a),
      .b_o(b),
      .write_i,
      .to_i,
      .data_i
  );

  logic [1:0] known_q, known;  // portions that were written
  always_comb begin
    {value, known} = {value_q, known_q};
    for (int p = 0; p < 2; p++) begin
      if (write_i[p] & to_i == held_reg_i) {value[128*p+:128], known[p]} = {data_i[128*p+:128], 1'b1};
    end
  end
  always_ff @(posedge clk_i) value_q <= value;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) known_q <= '0;
    else known_q <= known;
  end

  assign assume_o = rst_ni;
  always_comb begin
    wrong_value_o = 1'b0;
    holds_o = 1'b1;
    for (int p = 0; p < 2; p++) begin
      wrong_value_o |= known[p] & a[128*p+:128] != value[128*p+:128];
      wrong_value_o |= known[p] & b[128*p+:128] != value[128*p+:128];
      holds_o &= ~known_q[p] | dut.w_q[held_reg_i][128*p+:128] == value_q[128*p+:128];
    end
  end

endmodule
