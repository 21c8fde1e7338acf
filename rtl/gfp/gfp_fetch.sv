// SPDX-License-Identifier: Apache-2.0
// Fetch stage: instruction port and a prefetch buffer of four halfwords.
//
// A word is requested if it will fit, or if it will fit provided that the next instruction, a
// 32-bit one, takes one cycle. If this guess is wrong, the word is dropped on arrival and requested
// again. So straddling 32-bit instructions run at one a cycle with only four halfwords. f_addr_q is
// therefore the address of the next word to enter the buffer, whether or not it is on its way. The
// address of the instruction at the head follows from it and the fill level.
//
// A transfer of control puts its target on the port in the same cycle (redirect_i). A target that
// arrives as data is loaded (pc_load_i), and the port asks in the next cycle. Never both.
//
// Port rules: at most one access outstanding; a request stays, with its address, until granted.
// stuck_o says that an ungranted request occupies the port: neither redirect_i nor pc_load_i is
// allowed.
module gfp_fetch
  import gfp_isa_pkg::is_wide;
(
    input logic clk_i,
    input logic rst_ni,

    output logic instr_req_o,
    output logic [31:0] instr_addr_o,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,

    input logic hold_i,  // ask for nothing new
    input logic [1:0] take_i,  // halfwords that leave the buffer
    input logic redirect_i,
    input logic pc_load_i,
    input logic [31:1] target_i,  // of a redirect
    input logic [31:1] pc_target_i,
    output logic stuck_o,

    input logic thumb_i,  // T: without it no instruction is complete or incomplete
    output logic valid_o,  // the head is an instruction, or a fault in its place
    output logic error_o,  // a bus error hit the head
    output logic wide_o,
    output logic [31:0] insn_o,  // first halfword in 31:16
    input logic pc_of_next_i,
    output logic [31:1] pc_o  // of the head, or of the instruction after it
);

  typedef logic [15:0] half_t;
  half_t [3:0] f_buf_q;
  logic [2:0] f_count_q, f_count_d;
  logic [31:2] f_addr_q;
  logic f_odd_q;  // drop the first halfword of that word
  logic f_error_q;  // that word is in error
  logic f_pending_q, f_stuck_q, f_kill_q;

  logic flush, moves, accept, room, want, next_wide;
  logic [  2:0] left;  // halfwords that stay
  logic [  1:0] push;  // halfwords in the arriving word
  logic [15:11] head_next;

  assign flush  = redirect_i | pc_load_i;
  assign moves  = take_i != '0;
  assign left   = f_count_q - 3'(take_i);
  assign push   = f_odd_q ? 2'd1 : 2'd2;
  assign room   = left <= 3'd2;
  assign accept = instr_rvalid_i & ~f_kill_q & ~instr_err_i & room & ~f_error_q;

  always_comb begin
    case (take_i)
      2'd0: head_next = f_buf_q[0][15:11];
      2'd1: head_next = f_buf_q[1][15:11];
      default: head_next = f_buf_q[2][15:11];
    endcase
    next_wide = is_wide(head_next);
    f_count_d = left + (accept ? 3'(push) : 3'd0);
    // With three halfwords, next_wide reads one that is already here.
    want = f_count_d <= 3'd2 || (f_count_d == 3'd3 && next_wide);
  end

  always_comb begin
    instr_addr_o[1:0] = 2'b00;
    if (redirect_i) instr_addr_o[31:2] = target_i[31:2];
    else instr_addr_o[31:2] = f_addr_q + 30'(accept);
  end
  assign instr_req_o = f_stuck_q | ((~f_pending_q | instr_rvalid_i) & (redirect_i |
      (~hold_i & want & ~f_error_q & ~(instr_rvalid_i & ~f_kill_q & instr_err_i))));
  assign stuck_o = f_stuck_q;

  // The buffer: remaining halfwords move to the front, arriving ones go after them. Nothing after
  // the first f_count_q halfwords is ever used. So the buffer needs no reset, and entries take the
  // bus's halfwords even if none arrives, wherever that does no harm.
  always_ff @(posedge clk_i) begin
    if (moves | left == 3'd0)
      f_buf_q[0] <= left != 3'd0 ? (take_i[1] ? f_buf_q[2] : f_buf_q[1])
                  : f_odd_q ? instr_rdata_i[31:16] : instr_rdata_i[15:0];
    if (moves | left <= 3'd1)
      f_buf_q[1] <= left > 3'd1 ? (take_i[1] ? f_buf_q[3] : f_buf_q[2])
                  : left[0] ? instr_rdata_i[15:0] : instr_rdata_i[31:16];
    if (moves | room)
      f_buf_q[2] <= ~room ? f_buf_q[3] : left[1] ? instr_rdata_i[15:0] : instr_rdata_i[31:16];
    if (room) f_buf_q[3] <= instr_rdata_i[31:16];
  end

  always_ff @(posedge clk_i) f_addr_q <= pc_load_i ? pc_target_i[31:2] : instr_addr_o[31:2];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_count_q <= '0;
      f_odd_q <= 1'b0;
      f_error_q <= 1'b0;
      f_pending_q <= 1'b0;
      f_stuck_q <= 1'b0;
      f_kill_q <= 1'b0;
    end else begin
      f_count_q <= flush ? '0 : f_count_d;
      if (flush) f_odd_q <= pc_load_i ? pc_target_i[1] : target_i[1];
      else if (accept) f_odd_q <= 1'b0;
      if (flush) f_error_q <= 1'b0;
      else if (instr_rvalid_i & ~f_kill_q & instr_err_i) f_error_q <= 1'b1;
      f_pending_q <= (instr_req_o & instr_gnt_i) | (f_pending_q & ~instr_rvalid_i);
      f_stuck_q <= instr_req_o & ~instr_gnt_i;
      // An outstanding answer is dropped when the program branches.
      f_kill_q <= f_pending_q & ~instr_rvalid_i & (flush | f_kill_q);
    end
  end

  assign wide_o  = is_wide(f_buf_q[0][15:11]);
  assign insn_o  = {f_buf_q[0], f_buf_q[1]};
  assign error_o = f_error_q & (f_count_q == '0 | (f_count_q == 3'd1 & wide_o));
  assign valid_o = f_count_q >= 3'd2 | (f_count_q == 3'd1 & (~wide_o | ~thumb_i)) | error_o;

  // The head is f_count_q halfwords before the word at f_addr_q.
  logic [2:0] behind;
  assign behind = f_count_q - (pc_of_next_i ? (wide_o ? 3'd2 : 3'd1) : 3'd0);
  assign pc_o   = {f_addr_q, f_odd_q} - 31'(behind);

endmodule
