// SPDX-License-Identifier: Apache-2.0
// What rtl/monte/monte_datapath.sv has to do with the steps of a product, words of 32 bits. The reference does each step at
// once, in the cycle in which it is given: multiply two words, add the product and the factor of a digit to the
// accumulator, keep its lowest word as a factor or give it as a word of the result. The circuit does it in a pipeline.
// A product is anything (cut/gf_mac32.sv); the words that are multiplied are compared.
module monte_step_harness
  import monte_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,
    input field_t field_i,
    input logic field_square_i,  // the command is a square
    input step_t step_i,
    input logic [31:0] x_i,
    input logic [31:0] y_i,
    input logic p_we_i,  // assumed not: the modulus stays while a product is computed
    input place_t p_place_i,
    input logic [63:0] any_product_i,  // of the step that is given now

    output logic assume_o,
    output logic holds_o,
    output logic [9:0] rule_o,
    output logic wrong_operand_o,  // other words are multiplied, or in another arithmetic
    output logic wrong_word_o,  // another word of the result, at another place, none or one too many
    output logic wrong_corrected_o,  // not the word of r - p, or r + p
    output logic wrong_choice_o  // the other result is chosen
);

  logic result, final_word, choose, equal;
  place_t place;
  logic [31:0] plain, corrected;

  monte_datapath #(
      .W(32),
      .DIGITS(1'b1),
      .DUAL(1'b1)
  ) dut (
      .clk_i,
      .rst_ni,
      .field_i,
      .command_i(field_square_i ? C_SQR : C_MUL),
      .step_i,
      .clear_i(1'b0),
      .x_i,
      .y_i,
      .p_we_i,
      .p_place_i,
      .p_data_i(x_i),
      .result_o(result),
      .place_o(place),
      .plain_o(plain),
      .corrected_o(corrected),
      .final_o(final_word),
      .choose_o(choose),
      .equal_o(equal)
  );

  typedef logic [Words-1:0][31:0] factors_t;
  typedef logic [95:0] acc_t;
  typedef struct packed {
    acc_t acc;
    factors_t m;
  } state_t;
  typedef struct packed {
    logic valid;
    place_t place;
    logic last;  // of the result
    logic [31:0] word;
    logic over;  // what is above the word: it is not 0, or negative
    logic under;
  } word_t;

  // A step, done at once. `factor`: the one of its digit.
  function automatic state_t after(state_t s, step_t step, logic binary, logic [63:0] product, logic [31:0] factor);
    acc_t addend, term;
    state_t to;
    to = s;
    if (step.first) to.acc = {{32{s.acc[95]}}, s.acc[95:32]};
    if (step.clear) to.acc = '0;
    addend = '0;
    if (step.addend) begin
      addend = acc_t'(factor) << step.shift;
      if (step.minus && !binary) addend = -addend;
    end
    term = step.twice ? acc_t'(product) << 1 : acc_t'(product);
    if (!step.product || step.by_n0) term = '0;
    to.acc = binary ? to.acc ^ addend : to.acc + addend;
    to.acc = binary ? to.acc ^ term : to.acc + term;
    for (int unsigned i = 0; i < Words; i++) begin
      if (step.place == place_t'(i)) begin
        if (step.to_m) to.m[i] = to.acc[31:0];
        if (step.by_n0) to.m[i] = product[31:0];
      end
    end
    return to;
  endfunction
  function automatic word_t word_of(acc_t acc, step_t step, logic valid);
    return '{
        valid: valid && step.to_result,
        place: step.place,
        last: valid && step.to_result && step.final_,
        word: acc[31:0],
        over: !acc[95] && acc[94:32] != '0,
        under: acc[95]
    };
  endfunction

  step_t x, s;  // in these stages
  assign {x, s} = {dut.x_step_q, dut.s_step_q};
  word_t s_word, x_word;

  // --------------------------------------------------------------------------------------------
  // The reference

  // Behind the step that comes now, the one in stage x, the one in stage s; factors before that.
  state_t ref_then, ref_x_q, ref_s_q;
  factors_t ref_m_q;
  logic [63:0] x_product_q;  // of the step in stage x
  logic [31:0] x_left_q, x_right_q, left, right;  // what it multiplies
  word_t x_word_q, s_word_q, w_word_q;
  logic again_q, choose_q, chosen_q;
  logic [32:0] again;
  logic adds;

  factors_t modulus;
  always_comb for (int unsigned i = 0; i < Words; i++) modulus[i] = dut.p[i];

  always_comb begin
    ref_then = ref_x_q;
    if (step_i.valid) begin
      ref_then = after(ref_x_q, step_i, field_i.binary, any_product_i, ref_x_q.m[step_i.m_place]);
    end
    left = step_i.x_m ? ref_x_q.m[step_i.x_place] : x_i;
    right = step_i.y_p ? modulus[step_i.y_place] : y_i;
    if (step_i.by_n0) {left, right} = {ref_x_q.acc[31:0], field_i.n0};
    if (step_i.by_m) left = x_product_q[31:0];  // the factor of the step before
  end

  // Words of the result: r and r - p, or r + p in a field with the sign.
  assign adds = field_i.sign;
  always_comb begin
    again = {1'b0, w_word_q.word} + {1'b0, adds ? modulus[w_word_q.place] : ~modulus[w_word_q.place]} +
        33'(w_word_q.place == '0 ? !adds : again_q);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {x_word_q.valid, s_word_q.valid, w_word_q.valid} <= '0;
      {x_word_q.last, s_word_q.last, w_word_q.last, chosen_q} <= '0;
    end else begin
      x_word_q <= word_of(ref_then.acc, step_i, step_i.valid);
      {s_word_q, w_word_q} <= {x_word_q, s_word_q};
      chosen_q <= w_word_q.last;
    end
  end
  always_ff @(posedge clk_i) begin
    {ref_x_q, ref_s_q, ref_m_q} <= {ref_then, ref_x_q, ref_s_q.m};
    {x_product_q, x_left_q, x_right_q} <= {any_product_i, left, right};
    if (w_word_q.valid) again_q <= again[32];
    choose_q <= !field_i.binary && (adds ? w_word_q.under : !w_word_q.under && (w_word_q.over || again[32]));
  end

  // --------------------------------------------------------------------------------------------
  // What monte_columns keeps to. The steps of each product are looked at apart.

  function automatic logic writes(step_t step, logic valid);
    return valid && (step.to_m || step.by_n0);
  endfunction
  // It may change the accumulator.
  function automatic logic adds_up(step_t step);
    return step.product || step.addend || step.first || step.clear;
  endfunction

  always_comb begin
    assume_o = rst_ni && !p_we_i && !(field_i.sign && field_i.binary);
    if (step_i.valid) begin
      if (step_i.sum) assume_o = 1'b0;
      // A factor is multiplied two steps behind that which makes it, or later.
      if (step_i.product && step_i.x_m) begin
        if (writes(x, dut.x_valid_q) && x.place == step_i.x_place) assume_o = 1'b0;
        if (writes(s, dut.s_valid_q) && s.place == step_i.x_place) assume_o = 1'b0;
      end
      // The lowest word of a column is multiplied by n0 behind a pause, and its product in the next cycle.
      if (step_i.by_n0 && !(step_i.product && dut.s_valid_q)) assume_o = 1'b0;
      if (step_i.by_n0 && dut.x_valid_q && adds_up(x)) assume_o = 1'b0;
      if (step_i.by_m && !(dut.x_valid_q && x.by_n0)) assume_o = 1'b0;
      if (step_i.by_m && (step_i.by_n0 || !step_i.product)) assume_o = 1'b0;
      if (step_i.product && step_i.x_m && step_i.x_place > 5'd17) assume_o = 1'b0;
      if (step_i.product && step_i.y_p && step_i.y_place > 5'd17) assume_o = 1'b0;
      if (step_i.addend && step_i.m_place > 5'd17) assume_o = 1'b0;
      if (step_i.to_result && step_i.place > 5'd17) assume_o = 1'b0;
    end
  end

  // --------------------------------------------------------------------------------------------
  // What must not happen

  always_comb begin
    wrong_operand_o = dut.u_mac.polynomial_i != field_i.binary || dut.u_mac.signed_i;
    if ({dut.u_mac.a_i, dut.u_mac.b_i} != {x_left_q, x_right_q}) wrong_operand_o = 1'b1;
    if (!dut.x_valid_q || !x.product) wrong_operand_o = 1'b0;
  end
  assign wrong_word_o = result != w_word_q.valid || final_word != w_word_q.last ||
      (result && {place, plain} != {w_word_q.place, w_word_q.word});
  assign wrong_corrected_o = result && corrected != again[31:0];
  assign wrong_choice_o = chosen_q && choose != choose_q;

  // --------------------------------------------------------------------------------------------
  // The invariant: behind the step in stage s, the circuit has what the reference has.

  state_t   behind_x;
  factors_t m_now, m_then;
  always_comb begin
    for (int unsigned i = 0; i < Words; i++) begin
      m_now[i] = dut.m[i];
      m_then[i] = ref_m_q[i];
      if (dut.s_valid_q && s.place == place_t'(i)) begin
        if (s.to_m) m_then[i] = ref_s_q.acc[31:0];
        if (s.by_n0) m_then[i] = dut.product[31:0];
      end
    end
    behind_x = ref_s_q;
    if (dut.x_valid_q) behind_x = after(ref_s_q, x, field_i.binary, x_product_q, ref_s_q.m[x.m_place]);
    s_word = word_of(ref_s_q.acc, s, dut.s_valid_q);
    x_word = word_of(ref_x_q.acc, x, dut.x_valid_q);

    rule_o = '1;
    rule_o[0] = (dut.s_valid_q ? dut.sum : dut.acc_q) == ref_s_q.acc;
    rule_o[1] = m_now == ref_m_q && m_then == ref_s_q.m;
    rule_o[9] = behind_x == ref_x_q;

    // The rules of the steps, of those in the pipeline.
    if (dut.x_valid_q) begin
      if (x.sum || (x.by_m && !(dut.s_valid_q && s.by_n0 && x.product))) rule_o[2] = 1'b0;
      if (x.by_n0 && !x.product) rule_o[2] = 1'b0;
      if ((x.to_result && x.place > 5'd17) || (x.addend && x.m_place > 5'd17)) rule_o[2] = 1'b0;
    end
    if (dut.s_valid_q && s.to_result && s.place > 5'd17) rule_o[2] = 1'b0;

    // Operands in stage x.
    if (dut.x_valid_q && x.product) begin
      rule_o[3] = {x.by_m ? dut.product[31:0] : dut.x_q, dut.y_q} == {x_left_q, x_right_q};
    end

    // Words of the result on their way.
    if (x_word.valid != x_word_q.valid || (x_word.valid && x_word != x_word_q)) rule_o[4] = 1'b0;
    if (s_word.valid != s_word_q.valid || (s_word.valid && s_word != s_word_q)) rule_o[5] = 1'b0;
    if ((x_word_q.last && !x_word_q.valid) || (s_word_q.last && !s_word_q.valid)) rule_o[6] = 1'b0;
    if (w_word_q.last && !w_word_q.valid) rule_o[6] = 1'b0;
    if (dut.w_valid_q != w_word_q.valid || dut.w_final_q != w_word_q.last) rule_o[6] = 1'b0;
    if (w_word_q.valid) begin
      if (w_word_q.place > 5'd17) rule_o[7] = 1'b0;
      if ({dut.w_place_q, dut.word_q} != {w_word_q.place, w_word_q.word}) rule_o[7] = 1'b0;
      if ({dut.over_q, dut.under_q} != {w_word_q.over, w_word_q.under}) rule_o[7] = 1'b0;
    end
    if (dut.again_q != again_q || (chosen_q && choose != choose_q)) rule_o[8] = 1'b0;
  end
  assign holds_o = &rule_o;

  logic unused;
  assign unused = &{1'b0, equal};

endmodule
