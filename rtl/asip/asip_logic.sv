// SPDX-License-Identifier: Apache-2.0
// Stage X: the result of a step, and the flags S, L and W. The multiplier is beside it; the square
// networks and AES are in it. Their operands are zero while they rest, so that nothing switches.
module asip_logic
  import asip_pkg::*;
  import asip_tasks_pkg::*;
#(
    parameter int unsigned DIGIT = 16,
    parameter int unsigned WIDTH = 256,
    parameter int unsigned SQUARES = 7,
    parameter bit AES = 1'b1,
    parameter bit ECC = 1'b1
) (
    input logic clk_i,

    input step_t x_i,
    input logic [WIDTH-1:0] a_i,
    input logic [WIDTH-1:0] b_i,
    input logic [31:0] memory_i,
    input logic [5:0] networks_i,  // those of the field

    input logic clear_i,  // of the flags
    output logic wide_zero_o,
    output logic [WIDTH-1:0] result_o,
    output block_t out_o
);

  logic [WIDTH-1:0] square;
  block_t a, b, round, next_key;
  logic [31:0] word;

  assign a = a_i[127:0];
  assign b = b_i[127:0];

  // --------------------------------------------------------------------------------------------
  // Square networks

  logic [WIDTH-1:0] squares[6];

  for (genvar i = 0; i < 6; i++) begin : gen_square
    localparam int unsigned M = 32'(NETWORKS[i][0]);
    if (ECC && SQUARES[i]) begin : gen_network
      if (M > WIDTH) begin : gen_check
        $fatal(1, "asip: a square network of SQUARES is wider than WIDTH");
      end
      logic [M-1:0] in, out;
      assign in = a_i[M-1:0] & {M{x_i.op == OP_SQUARE && networks_i[i]}};
      gf_mont_square #(
          .M (M),
          .K3(32'(NETWORKS[i][1])),
          .K2(32'(NETWORKS[i][2])),
          .K1(32'(NETWORKS[i][3])),
          .R (DIGIT * ((M + DIGIT - 1) / DIGIT))
      ) u_square (
          .a_i  (in),
          .out_o(out)
      );
      assign squares[i] = WIDTH'(out);
    end else begin : gen_none
      assign squares[i] = '0;
    end
  end

  always_comb begin
    square = '0;
    for (int unsigned i = 0; i < 6; i++) square |= squares[i];
  end

  // --------------------------------------------------------------------------------------------
  // AES

  if (AES) begin : gen_aes
    logic rounds, expands;
    assign rounds  = x_i.op == OP_ROUND;
    assign expands = x_i.op == OP_EXPAND;

    aes_round u_round (
        .inverse_i(x_i.inverse && rounds),
        .last_i(x_i.last_round),
        .state_i(a & {128{rounds}}),
        .key_i(b & {128{rounds}}),
        .out_o(round)
    );

    aes_expand u_expand (
        .step_i(x_i.expand),
        .constant_i(x_i.constant),
        .recent_i(a & {128{expands}}),
        .older_i(b & {128{expands}}),
        .out_o(next_key)
    );
  end else begin : gen_no_aes
    assign {round, next_key} = '0;
  end

  // --------------------------------------------------------------------------------------------
  // Blocks. As a number, for `dbl` and `inc32`, a block has its first byte highest.

  function automatic block_t turned(block_t block);
    for (int unsigned i = 0; i < 16; i++) turned[8*i+:8] = block[8*(15-i)+:8];
  endfunction

  block_t number, reversed, masked;

  assign number = turned(a);
  always_comb begin
    for (int unsigned i = 0; i < 128; i++) reversed[i] = a[i^7];
    for (int unsigned i = 0; i < 16; i++) begin
      masked[8*i+:8] = a[8*i+:8] & {8{4'(i) < x_i.count}};
      if (x_i.op == OP_PAD && 4'(i) == x_i.count) masked[8*i+:8] = 8'h80;
    end
  end

  // --------------------------------------------------------------------------------------------
  // The result

  logic selected_q, last_bit_q, wide_zero_q, zero, scalar_bit;

  assign word = memory_i;
  assign zero = a_i == '0;
  assign scalar_bit = word[x_i.place];

  always_comb begin
    unique case (x_i.op)
      OP_XOR: result_o = a_i ^ b_i;
      OP_AND: result_o = WIDTH'(a & b);
      OP_SELECT: result_o = selected_q ? a_i : b_i;
      OP_SQUARE: result_o = square;
      OP_LOAD: begin
        result_o = {word, a_i[WIDTH-1:32]};
        if (!x_i.wide) result_o[127:96] = word;
      end
      OP_STORE: result_o = a_i >> 32;
      OP_PUSH: result_o = a_i >> 128;
      OP_DOUBLE: result_o = WIDTH'(turned({number[126:0], 1'b0} ^ (number[127] ? 128'h87 : '0)));
      OP_INCREMENT: result_o = WIDTH'(turned({number[127:32], number[31:0] + 32'd1}));
      OP_REVERSE: result_o = WIDTH'(reversed);
      OP_MASK, OP_PAD: result_o = WIDTH'(masked);
      OP_ROUND: result_o = WIDTH'(round);
      OP_EXPAND: result_o = x_i.both ? WIDTH'({next_key, a}) : WIDTH'(next_key);
      default: result_o = a_i;
    endcase
  end
  assign out_o = x_i.op == OP_PUSH ? a : result_o[127:0];

  always_ff @(posedge clk_i) begin
    if (clear_i) {selected_q, last_bit_q, wide_zero_q} <= '0;
    else begin
      if (x_i.op == OP_ZERO_S) selected_q <= zero;
      if (x_i.op == OP_ZERO_W) wide_zero_q <= zero;
      if (x_i.op == OP_BIT && !x_i.read)
        {selected_q, last_bit_q} <= {scalar_bit ^ last_bit_q, scalar_bit};
    end
  end
  assign wide_zero_o = wide_zero_q;

  logic unused;
  assign unused = &{x_i, networks_i, b};

endmodule
