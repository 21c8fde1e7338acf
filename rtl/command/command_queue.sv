// SPDX-License-Identifier: Apache-2.0
// The queue of commands, DEPTH long, each of WIDTH bits. What is put into a full queue is lost: room_o and room2_o say
// that there is place for one and for two.
module command_queue #(
    parameter int unsigned DEPTH = 16,
    parameter int unsigned WIDTH = 1
) (
    input logic clk_i,
    input logic rst_ni,

    input logic clear_i,  // the queue is empty in the next cycle, whatever comes
    input logic push_i,
    input logic [WIDTH-1:0] command_i,
    input logic pop_i,
    output logic valid_o,
    output logic [WIDTH-1:0] command_o,
    output logic room_o,
    output logic room2_o,
    output logic [4:0] level_o
);

  if (DEPTH < 2 || DEPTH > 31) begin : gen_check
    $fatal(1, "command_queue: DEPTH must be 2 to 31");
  end

  localparam int unsigned Bits = $clog2(DEPTH);

  logic [WIDTH-1:0] entries_q[DEPTH];
  logic [4:0] level_q, read_q, write_q;
  logic put, take;

  function automatic logic [4:0] after(logic [4:0] place);
    return place == 5'(DEPTH - 1) ? '0 : place + 1'b1;
  endfunction

  assign valid_o = level_q != '0;
  assign room_o = level_q < 5'(DEPTH);
  assign room2_o = level_q < 5'(DEPTH - 1);
  assign level_o = level_q;
  assign command_o = entries_q[read_q[Bits-1:0]];
  assign put = push_i & room_o;
  assign take = pop_i & valid_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {level_q, read_q, write_q} <= '0;
    else if (clear_i) {level_q, read_q, write_q} <= '0;
    else begin
      level_q <= level_q + 5'(put) - 5'(take);
      if (put) write_q <= after(write_q);
      if (take) read_q <= after(read_q);
    end
  end
  always_ff @(posedge clk_i) if (put) entries_q[write_q[Bits-1:0]] <= command_i;

endmodule
