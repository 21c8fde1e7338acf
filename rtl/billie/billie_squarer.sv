// SPDX-License-Identifier: Apache-2.0
// The squarer, which also adds, exchanges, compares, and writes flag. It squares once a cycle; all
// else takes one cycle, an exchange two, since it has two results. The first cycle is that of the
// start. A result that is not taken waits.
module billie_squarer
  import billie_pkg::*;
#(
    parameter int unsigned M = 163,
    parameter int unsigned TERM1 = 7,
    parameter int unsigned TERM2 = 6,
    parameter int unsigned TERM3 = 3
) (
    input logic clk_i,
    input logic rst_ni,
    input logic clear_i,

    input logic start_i,  // if it is not busy
    input command_t command_i,
    input id_t id_i,
    input logic [M-1:0] a_i,
    input logic [M-1:0] b_i,
    output logic take_o,

    input  logic flag_i,
    output logic flag_we_o,
    output logic flag_o,

    output logic busy_o,
    output id_t id_o,
    output logic offers_o,
    output logic second_o,  // of two results
    output logic [M-1:0] result_o,
    input logic taken_i,
    output logic ends_o
);

  logic busy_q, both_q, second_q;
  logic [8:0] left_q;  // squarings to come
  logic [M-1:0] first_q, other_q;  // the result so far, and a second one
  id_t id_q;

  logic start, swap;
  logic [M-1:0] root, square;
  assign start  = start_i & ~busy_q;
  assign swap   = start & command_i.command == G_CSWAP;
  assign take_o = start;
  assign root   = busy_q ? first_q : start & command_i.command == G_SQR ? a_i : '0;

  gf_fixed_square #(
      .M (M),
      .T1(TERM1),
      .T2(TERM2),
      .T3(TERM3)
  ) u_square (
      .a_i  (root),
      .out_o(square)
  );

  assign flag_we_o = start & command_i.command inside {G_EQ, G_FLAG};
  assign flag_o = command_i.command == G_EQ ? a_i == b_i : command_i.number[0];

  // At the end of this cycle: squarings to come, and whether there is a result.
  logic [8:0] left;
  logic ready;
  always_comb begin
    left  = '0;
    ready = busy_q & left_q <= 9'd1;
    if (busy_q & left_q != '0) left = left_q - 9'd1;
    else if (start & command_i.command == G_SQR) left = command_i.number - 9'd1;
    if (start & ~flag_we_o) ready = left == '0;
    result_o = left_q != '0 ? square : first_q;
    if (!busy_q) begin
      unique case (command_i.command)
        G_SQR:   result_o = square;
        G_ADD:   result_o = a_i ^ b_i;
        default: result_o = flag_i ? b_i : a_i;
      endcase
    end
  end

  assign busy_o = busy_q;
  assign id_o = busy_q ? id_q : id_i;
  assign offers_o = ready;
  assign second_o = busy_q & second_q;
  assign ends_o = flag_we_o | (ready & taken_i & ~swap & ~both_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {busy_q, both_q, second_q} <= '0;
    else if (clear_i) {busy_q, both_q, second_q} <= '0;
    else begin
      if (start) begin
        busy_q   <= ~ends_o;
        both_q   <= swap & ~taken_i;
        second_q <= swap & taken_i;
      end else if (ready & taken_i) begin
        {busy_q, both_q, second_q} <= {both_q, 1'b0, both_q};
      end
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (clear_i) left_q <= '0;
    else if (start | busy_q) left_q <= left;
  end
  always_ff @(posedge clk_i) begin
    if (start) id_q <= id_i;
    if (swap) other_q <= flag_i ? a_i : b_i;
    if (swap & taken_i) first_q <= flag_i ? a_i : b_i;
    else if (busy_q & both_q & taken_i) first_q <= other_q;
    else if (start | busy_q) first_q <= result_o;
  end

  // Registers of a command are known from its tags.
  logic unused;
  assign unused = &{1'b0, command_i};

endmodule
