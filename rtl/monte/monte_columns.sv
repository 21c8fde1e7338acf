// SPDX-License-Identifier: Apache-2.0
// The order in which a command of the arithmetic unit reads words: one step a cycle. It depends on
// the command and the field alone, not on any operand.
//
// A product goes by columns c = 0 .. 2k-1. In column c:
//
//   A  the products a[j] b[c-j], and the factors m[c-w] << shift of the digits at word w
//   M  without digits: the products m[j] p[c-j] of earlier columns
//   c < k, but not in mode digits: a wait, m[c] = lowest word * n0, and m[c] p[0]
//
// A square (SQR) takes each pair of words once and doubles it. In a binary field only a[j]^2 is left.
// A column has at least one step. Other commands have k steps, one for each word.
//
// start_i comes in the cycle before the first step. done_o comes with the last one. Behind clear_i there are no more steps.
module monte_columns
  import monte_pkg::*;
#(
    parameter bit DIGITS = 1'b0,
    parameter bit SQR = 1'b0,
    parameter bit DUAL = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input field_t field_i,
    input logic start_i,
    input logic clear_i,
    input command_e command_i,  // from start_i on

    output step_t step_o,
    output logic  done_o
);

  typedef enum logic [2:0] {
    S_IDLE,
    S_SUM,
    S_A,
    S_M,
    S_WAIT,
    S_N,
    S_P
  } state_e;

  state_e state_q, state;
  logic [5:0] c_q, c_next;  // column
  place_t j_q, i_q;  // places of the two words; the sum is c
  place_t left_q;  // products left, this one included
  logic [Digits-1:0] digits_q;  // that have not been added yet
  logic fresh_q;  // the column begins

  logic square, diagonal, by_digits;
  logic [5:0] k;

  assign k = 6'(field_i.words);
  assign square = SQR & command_i == C_SQR;
  assign diagonal = square & DUAL & field_i.binary;
  assign by_digits = DIGITS & field_i.mode == ModeDigits;

  // Number and first place of a column's products.
  function automatic place_t all_products(logic [5:0] c, logic [5:0] words);
    return place_t'(c < words ? c + 6'd1 : {words[4:0], 1'b0} - 6'd1 - c);
  endfunction
  function automatic place_t first_place(logic [5:0] c, logic [5:0] words);
    return place_t'(c < words ? 6'd0 : c + 6'd1 - words);
  endfunction

  // The column that begins next.
  place_t new_all, new_left, new_j;
  logic [Digits-1:0] new_digits;

  assign c_next = start_i ? '0 : c_q + 6'd1;
  always_comb begin
    new_all = all_products(c_next, k);
    new_left = new_all;
    new_j = first_place(c_next, k);
    if (square) new_left = diagonal ? place_t'(new_all[0]) : place_t'((6'(new_all) + 6'd1) >> 1);
    if (diagonal) new_j = c_next[5:1];
    for (int unsigned d = 0; d < Digits; d++) begin
      new_digits[d] = DIGITS & field_i.mode != ModeGeneric & field_i.digits[d].there &
          c_next >= 6'(field_i.digits[d].place) & c_next < 6'(field_i.digits[d].place) + k;
    end
  end

  // The digit of this step: the lowest.
  logic [Digits-1:0] later_digits;
  digit_t digit;
  always_comb begin
    later_digits = digits_q & (digits_q - 1'b1);
    digit = '0;
    for (int unsigned d = Digits; d-- > 0;) if (digits_q[d]) digit = field_i.digits[d];
  end

  // --------------------------------------------------------------------------------------------
  // Where the steps of a column end

  logic in_lower, end_a, end_m, has_m, end_column, end_all;
  place_t m_products;

  assign in_lower = c_q < k;
  assign m_products = in_lower ? place_t'(c_q) : all_products(c_q, k);
  assign has_m = ~(DIGITS & field_i.mode != ModeGeneric) & m_products != '0;
  assign end_a = left_q <= 5'd1 & later_digits == '0;
  assign end_m = left_q == 5'd1;
  assign end_all = c_q == {k[4:0], 1'b0} - 6'd1;

  always_comb begin
    state = state_q;
    end_column = 1'b0;
    unique case (state_q)
      S_A:
      if (end_a) begin
        if (has_m) state = S_M;
        else if (in_lower & ~by_digits) state = S_WAIT;
        else end_column = 1'b1;
      end
      S_M:
      if (end_m) begin
        if (in_lower) state = S_WAIT;
        else end_column = 1'b1;
      end
      S_WAIT: state = S_N;
      S_N: state = S_P;
      S_P: end_column = 1'b1;
      S_SUM: if (6'(j_q) + 6'd1 == k) state = S_IDLE;
      default: ;
    endcase
    if (end_column) state = end_all ? S_IDLE : S_A;
    if (start_i) state = is_product(command_i) ? S_A : S_SUM;
    if (clear_i) state = S_IDLE;
  end
  assign done_o = state_q != S_IDLE & state == S_IDLE;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= S_IDLE;
    else state_q <= state;
  end
  always_ff @(posedge clk_i) begin
    fresh_q <= 1'b0;
    if (start_i | end_column) begin
      c_q <= c_next;
      fresh_q <= 1'b1;
      left_q <= new_left;
      j_q <= is_product(command_i) ? new_j : '0;
      i_q <= is_product(command_i) ? place_t'(c_next - 6'(new_j)) : '0;
      digits_q <= new_digits;
    end else if (state_q == S_A & state == S_M) begin
      left_q <= m_products;
      j_q <= first_place(c_q, k);
      i_q <= place_t'(c_q - 6'(first_place(c_q, k)));
    end else begin
      if (state_q == S_A) digits_q <= later_digits;
      if (left_q != '0) left_q <= left_q - 1'b1;
      j_q <= j_q + 1'b1;
      i_q <= state_q == S_SUM ? i_q + 1'b1 : i_q - 1'b1;
    end
  end

  // --------------------------------------------------------------------------------------------
  // The step

  always_comb begin
    step_o = '0;
    step_o.valid = state_q != S_IDLE;
    step_o.x_place = j_q;
    step_o.y_place = i_q;
    step_o.place = in_lower ? place_t'(c_q) : place_t'(c_q - k);
    step_o.last = end_column;
    step_o.final_ = end_column & end_all;
    step_o.to_m = end_column & in_lower & by_digits;
    step_o.to_result = end_column & ~in_lower;
    unique case (state_q)
      S_A: begin
        step_o.product = left_q != '0;
        step_o.twice   = square & ~diagonal & j_q != i_q;
        step_o.addend  = digits_q != '0;
        step_o.minus   = digit.minus;
        step_o.shift   = digit.shift;
        step_o.m_place = place_t'(c_q - 6'(digit.place));
        step_o.first   = fresh_q;
        step_o.clear   = fresh_q & c_q == '0;
      end
      S_M: begin
        step_o.product = 1'b1;
        step_o.x_m = 1'b1;
        step_o.y_p = 1'b1;
      end
      S_N: begin
        step_o.product = 1'b1;
        step_o.by_n0   = 1'b1;
      end
      S_P: begin
        step_o.product = 1'b1;
        step_o.by_m = 1'b1;
        step_o.y_p = 1'b1;
        step_o.y_place = '0;
      end
      S_SUM: begin
        step_o.sum = 1'b1;
        step_o.place = j_q;
        step_o.first = j_q == '0;
        step_o.final_ = state == S_IDLE;
      end
      default: ;
    endcase
  end

  // The rest of the field is for the datapath.
  logic unused;
  assign unused = &{1'b0, field_i.sign, field_i.n0, digit.there};

endmodule
