// SPDX-License-Identifier: Apache-2.0
// The register file: 16 wide registers, two of them read in a cycle, and portions of 128 bits of one
// written. What is written is read in the same cycle: this is the way from stage W to stage R.
// There is no reset: the coprocessor clears the registers, one in a cycle.
module asip_registers #(
    parameter  int unsigned WIDTH = 256,
    localparam int unsigned Count = WIDTH / 128
) (
    input logic clk_i,

    input  logic [      3:0] a_i,
    input  logic [      3:0] b_i,
    output logic [WIDTH-1:0] a_o,
    output logic [WIDTH-1:0] b_o,

    input logic [Count-1:0] write_i,
    input logic [      3:0] to_i,
    input logic [WIDTH-1:0] data_i
);

  logic [WIDTH-1:0] w_q[16];

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 16; i++) begin
      for (int unsigned p = 0; p < Count; p++) begin
        if (write_i[p] && to_i == 4'(i)) w_q[i][128*p+:128] <= data_i[128*p+:128];
      end
    end
  end

  always_comb begin
    a_o = w_q[a_i];
    b_o = w_q[b_i];
    for (int unsigned p = 0; p < Count; p++) begin
      if (write_i[p] && to_i == a_i) a_o[128*p+:128] = data_i[128*p+:128];
      if (write_i[p] && to_i == b_i) b_o[128*p+:128] = data_i[128*p+:128];
    end
  end

endmodule
