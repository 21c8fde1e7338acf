// SPDX-License-Identifier: Apache-2.0
// What stands around the instruction cache while it is mutated: both sides of its ports, and what is
// known of registers. The core looks at an answer only when there is one. evariste/machines/pete/
// mutants.py says when nobody looks at which register. `holds_o` is 1 in every state.
module cache_mutated (
    input logic clk_i,
    input logic rst_ni,

    input logic req_i,
    input logic [31:0] addr_i,
    input logic drop_i,
    output logic gnt_o,
    output logic rvalid_o,
    output logic [31:0] rdata_o,
    output logic err_o,

    output logic instr_req_o,
    output logic [31:0] instr_addr_o,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,

    input logic invalidate_i,

    output logic hit_o,
    output logic miss_o,
    output logic stall_o,
    output logic busy_o,

    output logic [2:0] asked_o,
    output logic [2:0] asked_unread_o,
    output logic [32:0] word_o,
    output logic word_unread_o,
    output logic [3:0] valid_o,
    output logic [3:0] valid_unread_o,
    output logic [117:0] read_o,
    output logic read_unread_o,
    output logic [4:0] line_o,
    output logic line_unread_o,
    output logic holds_o
);

  logic err;
  logic [31:0] rdata, instr_addr;

  icache #(
      .BYTES(64),
      .WAYS (2)
  ) u (
      .clk_i,
      .rst_ni,
      .req_i(req_i & (~busy_o | rvalid_o)),
      .addr_i,
      .drop_i,
      .gnt_o,
      .rvalid_o,
      .rdata_o(rdata),
      .err_o(err),
      .instr_req_o,
      .instr_addr_o(instr_addr),
      .instr_gnt_i,
      .instr_rvalid_i(instr_rvalid_i & u.pending_q),
      .instr_rdata_i,
      .instr_err_i,
      .invalidate_i,
      .hit_o,
      .miss_o,
      .stall_o,
      .busy_o
  );

  assign err_o = err & rvalid_o & ~drop_i;
  assign rdata_o = rdata & {32{rvalid_o & ~drop_i & ~err}};
  assign instr_addr_o = instr_addr & {32{instr_req_o}};

  // The words that were asked for; the word for the core; which lines are here: the one that comes
  // is not, whatever its bit says; what was read from the arrays; and the line that comes.
  assign asked_o = u.asked_q;
  assign asked_unread_o = {~u.fill_q, {2{~u.fill_q | u.asked_q[2]}}};
  assign word_o = {u.word_error_q, u.word_q};
  assign word_unread_o = ~(u.done_q | u.fill_q & u.came_q > u.addr_q[3:2]);
  assign valid_o = u.valid_q;
  assign valid_unread_o = {3'd0, u.fill_q} << {u.way_q, u.set} | {4{~rst_ni}};
  assign read_o = {u.tags, u.words};
  assign read_unread_o = ~u.lookup_q;
  assign line_o = {u.came_q, u.wrong_q, u.stale_q, u.way_q};
  assign line_unread_o = ~u.fill_q;
  assign holds_o = (u.fill_q ? u.asked_q == 3'(u.came_q) + 3'(u.pending_q) & ~u.lookup_q & ~u.done_q :
      ~u.pending_q) & ~(u.lookup_q & u.done_q);

endmodule
