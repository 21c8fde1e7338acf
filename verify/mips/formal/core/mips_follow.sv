// SPDX-License-Identifier: Apache-2.0
// For the invariant: where control goes behind an instruction that the core has decoded, if it raises no exception, and
// if the core's branch unit was right. Rules of the invariant say that it was.
module mips_follow
  import mips_pkg::*;
(
    input transfer_t transfer_i,
    input logic slot_i,  // it is in a delay slot: a transfer there is an exception
    input logic [31:0] after_i,  // the address behind it
    input logic taken_i,  // a branch goes to its target
    input logic [31:0] target_i,
    output logic [31:0] pc_o,
    output logic [31:0] after_o,
    output logic slot_o
);

  logic moves;
  assign moves = transfer_i.branch | transfer_i.jump | transfer_i.indirect;

  always_comb begin
    {pc_o, after_o, slot_o} = {after_i, after_i + 32'd4, 1'b0};
    if (~slot_i & transfer_i.eret) {pc_o, after_o} = {target_i, target_i + 32'd4};
    else if (~slot_i & transfer_i.likely & ~taken_i) {pc_o, after_o} = {after_i + 32'd4, after_i + 32'd8};
    else if (~slot_i & moves) {after_o, slot_o} = {taken_i ? target_i : after_i + 32'd4, 1'b1};
  end

endmodule
