// SPDX-License-Identifier: Apache-2.0
// Stage d: the operations of a bundle, and whether it is legal. Combinational.
//
// A bundle has a cause if a word is not there, if a word is no operation, or if it breaks a rule:
// no stop bit, an operation in a slot that does not reach its unit, two operations on one unit, a
// branch in a delay bundle. Then it has no operations.
module coreva_bundle
  import coreva_isa_pkg::*;
  import coreva_pkg::*;
#(
    parameter bit ISE = 1'b0,
    parameter bit CLMUL = 1'b0,
    parameter bit LSLADD = 1'b0
) (
    input logic [Slots-1:0][31:0] words_i,
    input logic [2:0] count_i,
    input logic last_i,
    input logic err_i,
    input logic [31:0] pc_i,
    input logic delay_i,  // it is a delay bundle

    output logic [2:0] cause_o,
    output op_t [Slots-1:0] op_o,
    output logic branch_o,  // it has a branch
    output logic direct_o,  // with a constant target
    output logic call_o,
    output logic [3:0] guard_o,  // of the branch
    output logic [31:0] target_o
);

  op_t [Slots-1:0] op;
  needs_t [Slots-1:0] needs;
  logic [Slots-1:0] there, bad, direct;

  for (genvar k = 0; k < Slots; k++) begin : gen_slot
    coreva_decode #(
        .ISE(ISE),
        .CLMUL(CLMUL),
        .LSLADD(LSLADD)
    ) u_decode (
        .word_i (words_i[k]),
        .op_o   (op[k]),
        .needs_o(needs[k])
    );
  end

  logic rule;
  logic [1:0] x_taken, d_taken;
  logic memory_taken, branch_taken;
  always_comb begin
    rule = last_i;
    {x_taken, d_taken, memory_taken, branch_taken} = '0;
    for (int unsigned k = 0; k < Slots; k++) begin
      there[k] = 3'(k) < count_i;
      bad[k] = there[k] & ~needs[k].legal;
      direct[k] = there[k] & needs[k].direct;
      if (there[k]) begin
        if (k != 0 & needs[k].slot0) rule = 1'b0;
        if (k > 1 & needs[k].memory) rule = 1'b0;
        if (needs[k].memory & memory_taken) rule = 1'b0;
        if (needs[k].branch & (branch_taken | delay_i)) rule = 1'b0;
        if (needs[k].x_unit & x_taken[k%2]) rule = 1'b0;
        if (needs[k].d_unit & d_taken[k%2]) rule = 1'b0;
        memory_taken |= needs[k].memory;
        branch_taken |= needs[k].branch;
        x_taken[k%2] |= needs[k].x_unit;
        d_taken[k%2] |= needs[k].d_unit;
      end
    end
  end

  always_comb begin
    cause_o = CAUSE_NONE;
    if (~rule) cause_o = CAUSE_ILLEGAL_BUNDLE;
    if (|bad) cause_o = CAUSE_ILLEGAL_INSTRUCTION;
    if (err_i) cause_o = CAUSE_FETCH_BUS_ERROR;
    for (int unsigned k = 0; k < Slots; k++)
    op_o[k] = there[k] & cause_o == CAUSE_NONE ? op[k] : '0;
  end

  // The branch: its guard, and its target, which counts from its own word.
  logic [31:2] distance;
  always_comb begin
    branch_o = branch_taken & cause_o == CAUSE_NONE;
    direct_o = branch_o & |direct;
    call_o   = 1'b0;
    guard_o  = '0;
    distance = '0;
    for (int unsigned k = 0; k < Slots; k++) begin
      if (there[k] & needs[k].branch) begin
        guard_o  = op[k].guard;
        call_o   = op[k].rd != '0;
        distance = 30'($signed(words_i[k][21:0])) + 30'(k);
      end
    end
    target_o = {pc_i[31:2] + distance, 2'b00};
  end

  logic unused;
  assign unused = &{1'b0, pc_i[1:0]};

endmodule
