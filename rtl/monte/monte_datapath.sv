// SPDX-License-Identifier: Apache-2.0
// The datapath of the arithmetic unit: it does the steps of monte_columns.
//
//   r  words x and y are read
//   x  they are multiplied; in a sum, added or subtracted
//   s  the product, or twice it, and the factor m of a digit go into the accumulator
//   w  a word of the result r is there: r and r' = r - p, or r + p, are written side by side
//
// The factors m and the modulus have memories of their own here. The column's lowest word is one of
// m, or of the result. It is shifted out when the next column begins. choose_o says after the last
// word whether r' is the result.
//
// W is the length of a word. The multiplier has 32 bits; W below 32 is for proofs.
module monte_datapath
  import monte_pkg::*;
#(
    parameter int unsigned W = 32,
    parameter bit DIGITS = 1'b0,
    parameter bit DUAL = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input field_t field_i,
    input command_e command_i,
    input step_t step_i,
    input logic clear_i,  // forget the steps on their way, and this one
    input logic [W-1:0] x_i,  // of the operands' buffers
    input logic [W-1:0] y_i,

    input logic p_we_i,
    input place_t p_place_i,
    input logic [W-1:0] p_data_i,

    output logic result_o,  // write in this cycle
    output place_t place_o,
    output logic [W-1:0] plain_o,  // r
    output logic [W-1:0] corrected_o,  // r'
    output logic final_o,  // it is the last word
    output logic choose_o,  // r' is the result, from the cycle behind final_o on
    output logic equal_o  // the operands are equal, likewise
);

  localparam int unsigned Acc = 96;
  // Of a word in 18.
  localparam int unsigned Last = Words - 1;

  logic binary, sign;
  assign binary = DUAL & field_i.binary;
  assign sign   = DIGITS & field_i.sign;

  step_t x_step_q, s_step_q;
  logic x_valid_q, s_valid_q;
  logic [63:0] product;
  logic [Acc-1:0] acc_q, base, addend, sum;
  logic [W-1:0] m[Words], p[Words];

  // --------------------------------------------------------------------------------------------
  // Stage r

  logic [W-1:0] x, y, x_q, y_q;

  always_comb begin
    x = step_i.x_m ? m[step_i.x_place] : x_i;
    y = step_i.y_p ? p[step_i.y_place] : y_i;
    if (step_i.by_n0) begin
      x = sum[W-1:0];
      y = field_i.n0[W-1:0];
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {x_valid_q, s_valid_q} <= '0;
    else {x_valid_q, s_valid_q} <= {step_i.valid, x_valid_q & ~x_step_q.sum} & {2{~clear_i}};
  end
  always_ff @(posedge clk_i) begin
    // With by_m, x is the product; the place is behind the operand's last word there.
    if (step_i.valid & (step_i.product | step_i.sum) & ~step_i.by_m) x_q <= x;
    if (step_i.valid & (step_i.product | step_i.sum)) y_q <= y;
    {x_step_q, s_step_q} <= {step_i, x_step_q};
  end

  // --------------------------------------------------------------------------------------------
  // Stage x

  logic [W-1:0] m_q;
  logic [  W:0] total;
  logic carry_q, carry_in, subtract, differ_q;
  logic m_we;
  place_t m_place;
  logic [W-1:0] m_data;

  always_comb begin
    subtract = command_i == C_SUB;
    carry_in = x_step_q.first ? subtract : carry_q;
    total = {1'b0, x_q} + {1'b0, y_q ^ {W{subtract}}} + {{W{1'b0}}, carry_in};
    if (binary) total = {1'b0, x_q ^ y_q};
    if (command_i inside {C_CPY, C_CSWAP}) total = {1'b0, x_q};
  end
  always_ff @(posedge clk_i) begin
    if (x_valid_q & x_step_q.sum) begin
      carry_q  <= total[W];
      differ_q <= x_q != y_q | (differ_q & ~x_step_q.first);
    end
    // The factor of the column before may be written in this cycle.
    if (x_step_q.addend) m_q <= m_we & m_place == x_step_q.m_place ? m_data : m[x_step_q.m_place];
  end
  assign equal_o = ~differ_q;

  // --------------------------------------------------------------------------------------------
  // Stage s

  gf_mac32 #(
      .PASSES(1),
      .DUAL  (DUAL)
  ) u_mac (
      .clk_i,
      .step_i(x_valid_q & x_step_q.product),
      .pass_i('0),
      .a_i(x_step_q.by_m ? 32'(product[W-1:0]) : 32'(x_q)),
      .b_i(32'(y_q)),
      .signed_i(1'b0),
      .polynomial_i(binary),
      .product_o(product),
      .acc_i(binary ? base ^ addend : base + addend),
      .addend_only_i(~s_step_q.product | s_step_q.by_n0),
      .double_i(s_step_q.twice),
      .sum_polynomial_i(binary),
      .addend_i('0),
      .sum_o(sum)
  );

  always_comb begin
    base = acc_q;
    if (s_step_q.first) base = Acc'($signed(acc_q) >>> W);
    if (s_step_q.clear) base = '0;
    addend = '0;
    if (DIGITS & s_step_q.addend) begin
      addend = Acc'(m_q) << s_step_q.shift;
      if (s_step_q.minus & ~binary) addend = -addend;
    end
  end
  always_ff @(posedge clk_i) if (s_valid_q) acc_q <= sum;

  assign m_we = s_valid_q & (s_step_q.to_m | s_step_q.by_n0);
  assign m_place = s_step_q.place;
  assign m_data = s_step_q.by_n0 ? product[W-1:0] : sum[W-1:0];
  always_ff @(posedge clk_i) if (m_we & m_place <= Last[4:0]) m[m_place] <= m_data;

  // --------------------------------------------------------------------------------------------
  // Stage w

  logic w_valid_q, w_final_q, over_q, under_q, again_q, adds, again_in, choose;
  place_t w_place_q;
  logic [W-1:0] word_q, second_q, p_word;
  logic [W:0] again;
  logic from_sum, from_product;

  assign from_sum = x_valid_q & x_step_q.sum;
  assign from_product = s_valid_q & s_step_q.to_result;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {w_valid_q, w_final_q} <= '0;
    else begin
      w_valid_q <= ~clear_i & (from_sum | from_product);
      w_final_q <= ~clear_i & ((from_sum & x_step_q.final_) | (from_product & s_step_q.final_));
    end
  end
  always_ff @(posedge clk_i) begin
    if (from_sum) begin
      {w_place_q, word_q, second_q} <= {x_step_q.place, total[W-1:0], y_q};
      // A sum may be too long by a bit; a difference is negative without a carry.
      over_q <= total[W] & ~subtract;
      under_q <= ~total[W] & subtract;
    end else if (from_product) begin
      {w_place_q, word_q} <= {s_step_q.place, sum[W-1:0]};
      over_q <= ~sum[Acc-1] & sum[Acc-2:W] != '0;
      under_q <= sum[Acc-1];
    end
  end

  always_comb begin
    p_word = p[w_place_q];
    adds = command_i == C_SUB | (sign & is_product(command_i));
    again_in = w_place_q == '0 ? ~adds : again_q;
    again = {1'b0, word_q} + {1'b0, p_word ^ {W{~adds}}} + {{W{1'b0}}, again_in};
    // Without a carry, r - p is negative.
    choose = adds ? under_q : ~under_q & (over_q | again[W]);
    if (binary | command_i inside {C_CPY, C_CSWAP}) choose = 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (w_valid_q) again_q <= again[W];
    if (w_final_q) choose_o <= choose;
    if (p_we_i) p[p_place_i] <= p_data_i;
  end

  assign result_o = w_valid_q & command_i != C_EQ;
  assign place_o = w_place_q;
  assign plain_o = word_q;
  assign corrected_o = command_i == C_CSWAP ? second_q : again[W-1:0];
  assign final_o = w_final_q;

  // What only other stages, or monte_columns, look at; the upper word of a product goes through sum.
  logic unused;
  assign unused = &{1'b0, field_i, s_step_q, product};

endmodule
