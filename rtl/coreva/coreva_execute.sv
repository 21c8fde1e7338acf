// SPDX-License-Identifier: Apache-2.0
// Stage x: guards, ALUs, flags, division steps, and the first half of products.
module coreva_execute
  import coreva_pkg::*;
#(
    parameter bit ISE = 1'b0,
    parameter bit CLMUL = 1'b0,
    parameter bit LSLADD = 1'b0
) (
    input logic clk_i,

    input logic x_valid_i,
    input logic x_commit_i,  // the bundle leaves x, and it has no fault
    input op_t [Slots-1:0] x_op_i,
    input logic [Slots-1:0][31:0] x_a_i,
    input logic [Slots-1:0][31:0] x_b_i,
    input logic [1:0][31:0] x_c_i,
    input logic [63:0] cycle_i,
    input logic [31:0] x_link_i,  // the address behind the delay bundle

    output logic [Slots-1:0][1:0] x_on_o,  // the guard holds, for each halfword
    output logic [Slots-1:0][31:0] x_value_o,
    output logic [14:1] flags_o,  // before the bundle
    output logic [15:0] flags_d_o,  // after it
    output logic [1:0][31:0] dq_o,
    output logic [1:0][31:0] m_product_o
);

  logic [Slots-1:0][1:0] holds;
  logic [Slots-1:0][31:0] state;
  logic [1:0][31:0] divided;
  logic [15:0] flags;

  // The guard's partner guards the high halfword.
  always_comb begin
    for (int unsigned k = 0; k < Slots; k++) begin
      x_on_o[k][0] = flags[x_op_i[k].guard];
      x_on_o[k][1] = x_on_o[k][0];
      if (x_op_i[k].halves & x_op_i[k].guard != '0)
        x_on_o[k][1] = flags[{1'b1, x_op_i[k].guard[2:0]-3'd1}];
    end
  end

  for (genvar k = 0; k < Slots; k++) begin : gen_slot
    always_comb begin
      unique case (x_op_i[k].mode)
        StateFlags: state[k] = {17'd0, flags[14:1], 1'b0};
        StateQuotient: state[k] = dq_o[k%2];
        StateLink: state[k] = x_link_i;
        default: state[k] = k == 0 ? (x_op_i[k].mode[0] ? cycle_i[63:32] : cycle_i[31:0]) : '0;
      endcase
      if (x_op_i[k].alu == ALU_DIVIDE) state[k] = divided[k%2];
    end
    coreva_alu #(
        .ISE(ISE),
        .LSLADD(LSLADD)
    ) u_alu (
        .op_i(x_op_i[k]),
        .a_i(x_a_i[k]),
        .b_i(x_b_i[k]),
        .state_i(state[k]),
        .value_o(x_value_o[k]),
        .holds_o(holds[k])
    );
  end

  coreva_flags u_flags (
      .clk_i,
      .x_valid_i,
      .x_op_i,
      .x_on_i(x_on_o),
      .x_holds_i(holds),
      .x_a_i,
      .commit_i(x_commit_i),
      .flags_o(flags),
      .flags_d_o
  );
  assign flags_o = flags[14:1];

  // Units that two slots share. At most one of the two uses it.
  for (genvar u = 0; u < 2; u++) begin : gen_unit
    logic upper_product, upper_divide;
    op_t op;
    assign upper_product = x_op_i[u+2].product;
    assign upper_divide = x_op_i[u+2].divide_load | x_op_i[u+2].divide_step;
    assign op = x_op_i[upper_divide?u+2 : u];

    coreva_product #(
        .CLMUL(CLMUL)
    ) u_product (
        .clk_i,
        .x_valid_i(x_valid_i & (upper_product | x_op_i[u].product)),
        .x_op_i(x_op_i[upper_product?u+2 : u].product_op),
        .x_a_i(x_a_i[upper_product?u+2 : u]),
        .x_b_i(x_b_i[upper_product?u+2 : u]),
        .x_c_i(x_c_i[u]),
        .m_value_o(m_product_o[u])
    );

    coreva_divide u_divide (
        .clk_i,
        .load_i(op.divide_load),
        .step_i(op.divide_step),
        .commit_i(x_commit_i & x_on_o[upper_divide?u+2 : u][0]),
        .a_i(x_a_i[upper_divide?u+2 : u]),
        .b_i(x_b_i[upper_divide?u+2 : u]),
        .value_o(divided[u]),
        .dq_o(dq_o[u])
    );

    // The rest of the operation is for others.
    logic unused;
    assign unused = &{1'b0, op};
  end

endmodule
