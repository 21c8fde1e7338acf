// SPDX-License-Identifier: Apache-2.0
// What rtl/command/command_queue.sv has to do: commands leave in the order in which they came, each once, until the queue
// is emptied. The reference is a list whose first entry is the next to leave.
module queue_harness #(
    parameter int unsigned DEPTH = 3
) (
    input logic clk_i,
    input logic rst_ni,
    input logic clear_i,
    input logic push_i,
    input logic [1:0] command_i,
    input logic pop_i,

    output logic assume_o,
    output logic holds_o,
    output logic wrong_valid_o,  // it has a command, or none, against the list
    output logic wrong_command_o,  // another command
    output logic wrong_room_o  // there is room, or not, against the list
);

  localparam int unsigned Width = 2;

  logic valid, room, room2;
  logic [Width-1:0] command;
  logic [4:0] level;

  command_queue #(
      .DEPTH(DEPTH),
      .WIDTH(Width)
  ) dut (
      .clk_i,
      .rst_ni,
      .clear_i,
      .push_i,
      .command_i,
      .pop_i,
      .valid_o(valid),
      .command_o(command),
      .room_o(room),
      .room2_o(room2),
      .level_o(level)
  );

  logic [DEPTH-1:0][Width-1:0] list_q, list;
  logic [4:0] length_q, length;

  always_comb begin
    {list, length} = {list_q, length_q};
    if (pop_i & length != '0) begin
      list   = list >> Width;
      length = length - 5'd1;
    end
    // What comes while the queue is full is lost, also when a command leaves.
    if (push_i & length_q < 5'(DEPTH)) begin
      for (int unsigned i = 0; i < DEPTH; i++) if (length == 5'(i)) list[i] = command_i;
      length = length + 5'd1;
    end
    if (clear_i) length = '0;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) length_q <= '0;
    else length_q <= length;
  end
  always_ff @(posedge clk_i) list_q <= list;

  assign assume_o = rst_ni;
  assign wrong_valid_o = valid != (length_q != '0) | level != length_q;
  assign wrong_command_o = length_q != '0 & command != list_q[0];
  assign wrong_room_o = room != (length_q < 5'(DEPTH)) | room2 != (length_q + 5'd1 < 5'(DEPTH));

  // Entry i of the list is i places behind the next to leave.
  function automatic logic [4:0] place(logic [4:0] i);
    logic [5:0] at;
    at = {1'b0, dut.read_q} + {1'b0, i};
    return at >= 6'(DEPTH) ? 5'(at - 6'(DEPTH)) : 5'(at);
  endfunction
  always_comb begin
    holds_o = dut.level_q == length_q & length_q <= 5'(DEPTH) & dut.read_q < 5'(DEPTH) &
        dut.write_q == place(length_q == 5'(DEPTH) ? '0 : length_q);
    for (int unsigned i = 0; i < DEPTH; i++) begin
      if (5'(i) < length_q && dut.entries_q[32'(place(5'(i)))] != list_q[i]) holds_o = 1'b0;
    end
  end

endmodule
