// SPDX-License-Identifier: Apache-2.0
// Stage d: whether an instruction transfers control, and where to.
//
// Operands are the registers' values; slot_pc_i is the address of the delay slot.
module mips_branch
  import mips_pkg::*;
(
    input transfer_t transfer_i,
    input logic [25:0] index_i,  // the low bits of the instruction
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [31:0] slot_pc_i,
    input logic [31:0] epc_i,
    output logic taken_o,
    output logic [31:0] target_o
);

  logic holds;

  always_comb begin
    if (transfer_i.equal) holds = a_i == b_i;
    else holds = a_i[31] | (transfer_i.zero & a_i == '0);
    taken_o = transfer_i.jump | transfer_i.indirect | transfer_i.eret |
        (transfer_i.branch & (holds ^ transfer_i.negate));

    target_o = slot_pc_i + {{14{index_i[15]}}, index_i[15:0], 2'b00};
    if (transfer_i.jump) target_o = {slot_pc_i[31:28], index_i, 2'b00};
    if (transfer_i.indirect) target_o = a_i;
    if (transfer_i.eret) target_o = epc_i;
  end

  // What a branch does to its delay slot is not asked here.
  logic unused;
  assign unused = &{1'b0, transfer_i};

endmodule
