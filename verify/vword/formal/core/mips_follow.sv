// SPDX-License-Identifier: Apache-2.0
// For the invariant: where control goes behind an instruction that the core has decoded, if it raises no exception. It
// uses the core's own decoder and its branch unit. A wrong answer makes a rule of the invariant fail.
module mips_follow
  import mips_pkg::*;
(
    input logic [31:0] insn_i,
    input transfer_t transfer_i,
    input logic slot_i,  // it is in a delay slot: a transfer there is an exception
    input logic [31:0] after_i,  // the address behind it
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [31:0] epc_i,
    output logic taken_o,  // a branch that goes to its target
    output logic [31:0] pc_o,
    output logic [31:0] after_o,
    output logic slot_o
);

  logic taken;
  logic [31:0] target;
  mips_branch u_branch (
      .transfer_i(transfer_i),
      .index_i(insn_i[25:0]),
      .a_i,
      .b_i,
      .slot_pc_i(after_i),
      .epc_i,
      .taken_o(taken),
      .target_o(target)
  );

  logic moves;
  assign moves = transfer_i.branch | transfer_i.jump | transfer_i.indirect;
  assign taken_o = moves & taken & ~slot_i;

  always_comb begin
    {pc_o, after_o, slot_o} = {after_i, after_i + 32'd4, 1'b0};
    if (~slot_i & transfer_i.eret) {pc_o, after_o} = {epc_i, epc_i + 32'd4};
    else if (~slot_i & transfer_i.likely & ~taken) {pc_o, after_o} = {after_i + 32'd4, after_i + 32'd8};
    else if (~slot_i & moves) {after_o, slot_o} = {taken ? target : after_i + 32'd4, 1'b1};
  end

endmodule
