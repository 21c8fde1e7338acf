// SPDX-License-Identifier: Apache-2.0
// What stands around the queue of commands while it is mutated. Nobody looks at a command that is not
// valid, or at an entry that is not in the queue. The values of the two places matter only by the
// entries that they select. `holds_o` is 1 in every state.
module queue_mutated (
    input logic clk_i,
    input logic rst_ni,
    input logic clear_i,
    input logic push_i,
    input logic [1:0] command_i,
    input logic pop_i,
    output logic valid_o,
    output logic [1:0] command_o,
    output logic room_o,
    output logic room2_o,
    output logic [4:0] level_o,

    output logic [4:0] read_o,
    output logic [4:0] write_o,
    output logic [5:0] entries_o,
    output logic [5:0] entries_unread_o,
    output logic holds_o
);

  localparam int unsigned Depth = 3;

  logic [1:0] command;

  command_queue #(
      .DEPTH(Depth),
      .WIDTH(2)
  ) u (
      .clk_i,
      .rst_ni,
      .clear_i,
      .push_i,
      .command_i,
      .pop_i,
      .valid_o,
      .command_o(command),
      .room_o,
      .room2_o,
      .level_o
  );

  assign command_o = command & {2{valid_o}};
  assign {read_o, write_o} = {u.read_q, u.write_q};
  assign entries_o = {u.entries_q[2], u.entries_q[1], u.entries_q[0]};
  always_comb begin
    for (int unsigned i = 0; i < Depth; i++) begin
      // The entry's place behind the first command.
      entries_unread_o[2*i+:2] = {2{(5'(i) < u.read_q ? 5'(i + Depth) : 5'(i)) - u.read_q >= u.level_q}};
    end
  end
  assign holds_o = u.level_q <= 5'(Depth) & u.read_q < 5'(Depth) & u.write_q ==
      (u.read_q + u.level_q >= 5'(Depth) ? u.read_q + u.level_q - 5'(Depth) : u.read_q + u.level_q);

endmodule
