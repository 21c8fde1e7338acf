// SPDX-License-Identifier: Apache-2.0
// The contract of the register file, for one register: it reads as what was last written to it, also in the cycle of
// the write. The others hold anything.
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
    input logic [3:0] to_i,
    input logic [WIDTH-1:0] data_i
);

  logic [3:0] watched;
  logic [WIDTH-1:0] any_a, any_b, value_q, value;

  assign watched = asip_core_harness.held_reg_i;
  assign {any_a, any_b} = asip_core_harness.any_operands_i;
  always_comb begin
    value = value_q;
    for (int unsigned p = 0; p < Count; p++) begin
      if (write_i[p] && to_i == watched) value[128*p+:128] = data_i[128*p+:128];
    end
  end
  always_ff @(posedge clk_i) value_q <= value;

  assign a_o = a_i == watched ? value : any_a;
  assign b_o = b_i == watched ? value : any_b;

endmodule
