// SPDX-License-Identifier: Apache-2.0
// The multiplier: D bits of the first operand in each cycle, the most significant digit first:
//
//     sum <- sum x^D + digit b mod f,   C = ceil(M / D) times.
//
// The first digit is taken in the cycle of the start, and result_o is the product in the cycle of the
// last one, C - 1 cycles later. The next product may start in the cycle behind. result_o has to be
// taken when done_o is 1: this unit never waits. Source: Kumar, Wollinger, Paar, "Optimum digit serial
// GF(2^m) multipliers for curve-based cryptography", IEEE Transactions on Computers 55 (2006).
module billie_multiplier
  import billie_pkg::*;
#(
    parameter int unsigned M = 163,
    parameter int unsigned TERM1 = 7,
    parameter int unsigned TERM2 = 6,
    parameter int unsigned TERM3 = 3,
    parameter int unsigned D = 8
) (
    input logic clk_i,
    input logic rst_ni,
    input logic clear_i,

    input logic start_i,  // if it is not busy
    input id_t id_i,
    input logic [M-1:0] a_i,
    input logic [M-1:0] b_i,
    output logic take_o,

    output logic busy_o,
    output id_t id_o,
    output logic done_o,
    output logic [M-1:0] result_o
);

  if (D < 1 || D > 32 || D >= M) begin : gen_check
    $fatal(1, "billie_multiplier: D must be 1 to 32, and below M");
  end

  localparam int unsigned Digits = (M + D - 1) / D;
  localparam int unsigned Bits = $clog2(Digits + 1);

  logic [Bits-1:0] left_q;  // digits to come
  logic [Digits*D-1:0] a_q, a;  // the present digit is on top
  logic [M-1:0] b_q, b, sum_q, sum;
  logic [M+D-1:0] raised;
  id_t id_q;

  // A product starts with the operands of a station, which are there for this cycle only. At rest
  // they are held at zero, so that nothing switches.
  always_comb begin
    {a, b, sum} = '0;
    if (busy_o) {a, b, sum} = {a_q, b_q, sum_q};
    else if (start_i) {a, b} = {(Digits * D)'(a_i), b_i};
  end

  always_comb begin
    raised = {sum, D'(0)};
    for (int unsigned j = 0; j < D; j++) begin
      raised ^= (M + D)'(b & {M{a[Digits*D-D+j]}}) << j;
    end
  end

  gf_fixed_reduce #(
      .M (M),
      .T1(TERM1),
      .T2(TERM2),
      .T3(TERM3),
      .N (M + D)
  ) u_reduce (
      .a_i  (raised),
      .out_o(result_o)
  );

  assign take_o = start_i & ~busy_o;
  assign busy_o = left_q != '0;
  assign done_o = left_q == Bits'(1);
  assign id_o   = id_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (clear_i) left_q <= '0;
    else if (busy_o) left_q <= left_q - 1'b1;
    else if (start_i) left_q <= Bits'(Digits - 1);
  end
  always_ff @(posedge clk_i) begin
    if (busy_o | start_i) {a_q, sum_q} <= {a << D, result_o};
    if (take_o) {b_q, id_q} <= {b_i, id_i};
  end

endmodule
