// SPDX-License-Identifier: Apache-2.0
// The operands of a step: stage R reads them from the register file, or takes what stages X and W are
// about to write, and they are in a_o and b_o in stage X.
module asip_operands
  import asip_pkg::*;
#(
    parameter  int unsigned WIDTH = 256,
    localparam int unsigned Count = WIDTH / 128
) (
    input logic clk_i,

    input operands_t operands_i,
    input logic [15:0] number_i,  // of the instruction
    input block_t in_i,
    input logic clear_i,

    input step_t             x_i,       // the step in stage X, its result, and the last result
    input logic  [WIDTH-1:0] result_i,
    input logic  [WIDTH-1:0] before_i,

    input logic [Count-1:0] write_i,  // what stage W writes
    input logic [3:0] to_i,
    input logic [WIDTH-1:0] data_i,

    output logic [WIDTH-1:0] a_o,
    output logic [WIDTH-1:0] b_o
);

  logic [WIDTH-1:0] file_a, file_b, wide_a, wide_b, a, b, a_q, b_q;
  block_t block_a, block_b;

  asip_registers #(
      .WIDTH(WIDTH)
  ) u_registers (
      .clk_i,
      .a_i(operands_i.a),
      .b_i(operands_i.b),
      .a_o(file_a),
      .b_o(file_b),
      .write_i,
      .to_i,
      .data_i
  );

  always_comb begin
    wide_a = file_a;
    wide_b = file_b;
    for (int unsigned p = 0; p < Count; p++) begin
      if (x_i.write[p] && x_i.to == operands_i.a)
        wide_a[128*p+:128] = result_i[128*(x_i.wide?p : 0)+:128];
      if (x_i.write[p] && x_i.to == operands_i.b)
        wide_b[128*p+:128] = result_i[128*(x_i.wide?p : 0)+:128];
    end
  end

  assign block_a = operands_i.from_in ? in_i : operands_i.a_high ? wide_a[255:128] : wide_a[127:0];
  assign block_b = operands_i.b_second ? {in_i[63:0], 64'd0} :
      operands_i.b_high ? wide_b[255:128] : wide_b[127:0];

  always_comb begin
    a = wide_a;
    if (operands_i.from_before) a = before_i;
    else if (operands_i.from_word) a = WIDTH'(number_i);
    else if (operands_i.from_in || operands_i.a_block) a = WIDTH'(block_a);
    b = wide_b;
    if (operands_i.b_none) b = '0;
    else if (operands_i.b_block) b = WIDTH'(block_b);
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) {a_q, b_q} <= '0;
    else if (operands_i.read) {a_q, b_q} <= {a, b};
  end

  assign a_o = a_q;
  assign b_o = b_q;

  logic unused;
  assign unused = &{x_i, 1'b0};

endmodule
