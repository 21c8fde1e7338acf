// SPDX-License-Identifier: Apache-2.0
// Accelerator for GF(2^233) behind the data port: MUL233, SQU233, or both, which is FF233. The
// registers are in isa/coreva/soc.yaml.
//
// An access comes at the end of a cycle with req_i, which wait_o has allowed. The store of the last
// word of an operand starts the unit in the next cycle. A product takes ceil(233 / D) cycles, a
// square one. In the last of them the next access may come: what it reads or changes, it reads in
// the cycle behind, or changes at the end. Until then wait_o is 1 for every access. So the time of a
// program depends on no operand.
//
// Both units share A and the result R. Operands keep their values. No reset of A, B and R.
module coreva_field
  import coreva_isa_pkg::*;
  import coreva_pkg::*;
#(
    parameter bit MUL = 1'b1,
    parameter bit SQU = 1'b1,
    parameter int unsigned D = 32
) (
    input logic clk_i,
    input logic rst_ni,
    input logic hold_i,  // nothing moves; for a simulation that starts in the middle of a program

    input logic req_i,
    input logic [11:2] addr_i,
    input logic we_i,
    input logic [31:0] wdata_i,
    output logic err_o,  // there is no such register
    output logic wait_o,
    output logic [31:0] rdata_o  // in the cycle behind req_i
);

  if (D < 1 || D > FieldBits) begin : gen_check
    $fatal(1, "coreva_field: D must be 1 to 233");
  end

  localparam int unsigned Digits = (FieldBits + D - 1) / D;
  localparam int unsigned Bits = $clog2(Digits + 1);

  // Set by a simulation at a reset.
  logic [FieldBits-1:0] a_q  /* verilator public_flat_rd */;
  logic [FieldBits-1:0] b_q  /* verilator public_flat_rd */;
  logic [FieldBits-1:0] r_q  /* verilator public_flat_rd */;

  // The registers by eights of words.
  logic [6:0] group;
  logic [2:0] word;
  assign {group, word} = addr_i;

  logic to_a, to_b, of_r, in_place;
  always_comb begin
    to_a = (MUL & group == FIELD_A_ADDR[11:5]) | (SQU & group == FIELD_SQUARE_A_ADDR[11:5]);
    to_b = MUL & group == FIELD_B_ADDR[11:5];
    of_r = (MUL & group == FIELD_PRODUCT_ADDR[11:5]) | (SQU & group == FIELD_SQUARE_ADDR[11:5]);
    in_place = MUL & SQU & addr_i == FIELD_SQUARE_IN_PLACE_ADDR[11:2];
    err_o = we_i ? ~(to_a | to_b | in_place) : ~of_r;
  end

  logic [Bits-1:0] left_q;  // steps of a product, with the one of this cycle
  logic square_a_q, square_r_q;  // the step of this cycle is a square
  logic store, start;
  assign wait_o = left_q > 1;
  assign store  = req_i & we_i;
  assign start  = store & to_b & word == 3'd7;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {left_q, square_a_q, square_r_q} <= '0;
    end else if (!hold_i) begin
      if (start) left_q <= Bits'(Digits);
      else if (left_q != '0) left_q <= left_q - 1'b1;
      square_a_q <= SQU & store & group == FIELD_SQUARE_A_ADDR[11:5] & word == 3'd7;
      square_r_q <= store & in_place;
    end
  end

  logic [Digits*D-1:0] digits;
  logic [D-1:0] digit;
  logic [FieldBits-1:0] product, square;
  assign digits = (Digits * D)'(b_q);
  always_comb begin
    digit = '0;
    for (int unsigned i = 0; i < Digits; i++) if (left_q == Bits'(i + 1)) digit = digits[D*i+:D];
  end

  coreva_field_step #(
      .D(D)
  ) u_step (
      .acc_i(r_q),
      .a_i(a_q),
      .digit_i(digit),
      .product_o(product),
      .s_i(square_r_q ? r_q : a_q),
      .square_o(square)
  );

  always_ff @(posedge clk_i) begin
    if (!hold_i) begin
      for (int unsigned i = 0; i < FieldBits; i++) begin
        if (store & to_a & word == 3'(i / 32)) a_q[i] <= wdata_i[i%32];
        if (store & to_b & word == 3'(i / 32)) b_q[i] <= wdata_i[i%32];
      end
      if (start) r_q <= '0;
      else if (MUL & left_q != '0) r_q <= product;
      else if (square_a_q | square_r_q) r_q <= square;
    end
  end

  logic [  2:0] word_q;
  logic [255:0] wide;
  always_ff @(posedge clk_i) if (req_i) word_q <= word;
  assign wide = 256'(r_q);
  assign rdata_o = wide[32*word_q+:32];

endmodule
