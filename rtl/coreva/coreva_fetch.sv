// SPDX-License-Identifier: Apache-2.0
// Stage f: the address of the next bundle, and the four words at the present one.
//
// Code memory is four banks. Bank b has the words of addresses 4 b modulo 16, and an address of its
// own (a row of 16 bytes), so that four words from any word on come at once. It takes the rows at
// the end of a cycle with code_req_o, and answers in the next one, until the next request. The
// length of the bundle in f is known at the end of f, from the four stop bits.
module coreva_fetch
  import coreva_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input logic stop_i,  // a fault: nothing is fetched any more
    input logic go_i,  // the bundle in f moves to d, or is dropped
    // Where to go behind it, if not on. The first one is the older branch.
    input logic r_taken_i,
    input logic [31:0] r_target_i,
    input logic d_taken_i,
    input logic [31:0] d_target_i,

    input debug_t debug_i,

    output logic code_req_o,
    output logic [3:0][27:0] code_row_o,
    input logic [3:0][31:0] code_data_i,
    input logic [3:0] code_err_i,

    output logic f_start_o,  // nothing is in f yet: the first address goes out
    output logic f_delayed_o,  // the bundle in f is a delay bundle, by the word of the debugger
    output logic f_valid_o,
    output logic [31:0] f_pc_o,
    output logic [Slots-1:0][31:0] f_words_o,
    output logic [2:0] f_count_o,
    output logic f_last_o,  // the last word has its stop bit
    output logic f_err_o  // a word is not there
);

  logic start_q, valid_q, jump_q, delayed_q;
  logic [31:2] pc_q, jump_target_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      start_q <= 1'b1;
      {valid_q, jump_q, delayed_q} <= '0;
    end else begin
      start_q <= 1'b0;
      valid_q <= start_q | (valid_q & ~stop_i);
      if (start_q | go_i) begin
        jump_q <= debug_i.start & debug_i.taken;
        delayed_q <= debug_i.start & debug_i.delay;
      end
    end
  end

  logic [31:2] behind, next;

  always_ff @(posedge clk_i) begin
    if (code_req_o) pc_q <= next;
    if (debug_i.start) jump_target_q <= debug_i.target[31:2];
  end

  // The words in the order of their addresses. A word that is not there ends its bundle.
  always_comb begin
    for (int unsigned k = 0; k < Slots; k++) f_words_o[k] = code_data_i[pc_q[3:2]+2'(k)];
    f_count_o = 3'd4;
    f_err_o   = code_err_i[pc_q[3:2]+2'd3];
    for (int k = 2; k >= 0; k--) begin
      if (f_words_o[k][31] | code_err_i[pc_q[3:2]+2'(k)]) begin
        f_count_o = 3'(k + 1);
        f_err_o   = code_err_i[pc_q[3:2]+2'(k)];
      end
    end
    f_last_o = f_count_o != 3'd4 | f_words_o[3][31];
  end

  assign behind = pc_q + 30'(f_count_o);
  always_comb begin
    next = behind;
    if (jump_q) next = jump_target_q;
    if (d_taken_i) next = d_target_i[31:2];
    if (r_taken_i) next = r_target_i[31:2];
    if (start_q) next = debug_i.start ? debug_i.pc[31:2] : '0;
  end

  assign code_req_o = start_q | (valid_q & go_i);
  always_comb begin
    for (int unsigned b = 0; b < 4; b++) code_row_o[b] = next[31:4] + 28'(2'(b) < next[3:2]);
  end

  assign f_start_o = start_q;
  assign f_delayed_o = delayed_q;
  assign f_valid_o = valid_q;
  assign f_pc_o = {pc_q, 2'b00};

  logic unused;
  assign unused = &{1'b0, r_target_i[1:0], d_target_i[1:0], debug_i};

endmodule
