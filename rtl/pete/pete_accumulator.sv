// SPDX-License-Identifier: Apache-2.0
// The accumulator U:HI:LO of 96 bits, with multiplier and divider: the unit of the core mips in
// place of HI and LO (mips_pkg describes its port).
//
// A product begins in the cycle in which its instruction leaves stage x and takes PASSES cycles.
// In the cycle behind the last pass, which is stage m if there is one pass, it goes into the
// accumulator. Whatever else an instruction does with the accumulator it does in its stage m. So
// they follow one another without a bubble, and a read in m sees all older instructions. A quotient
// (LO) and remainder (HI) are there 34 cycles behind the start, whatever the operands; U stays.
// Division by 0 gives LO all ones, and HI the dividend.
//
// An instruction that leaves x is not stopped any more, so nothing here is ever undone.
//
// A product's operands have registers of their own. They change only when a product or a quotient
// begins: the array does not switch for other instructions.
module pete_accumulator
  import mips_pkg::*;
  import pete_pkg::*;
#(
    parameter int unsigned PASSES = 1,
    parameter bit GF2 = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,
    input unit_req_t req_i,
    output unit_rsp_t rsp_o
);

  // --------------------------------------------------------------------------------------------
  // Stage d

  logic d_ours, d_load, unit_ready;
  operation_t d_op;
  unit_decoded_t d_dec;

  pete_decode #(
      .GF2(GF2)
  ) u_decode (
      .insn_i(req_i.d_insn),
      .ours_o(d_ours),
      .op_o  (d_op),
      .dec_o (d_dec)
  );
  assign d_load = req_i.d_go & d_ours;

  // --------------------------------------------------------------------------------------------
  // Stage x, and the passes and steps behind it

  logic x_valid_q, x_start, x_product;
  operation_t x_op_q;
  logic [31:0] a_q, b_q;  // operands of a product, divisor of a quotient
  logic [5:0] left_q;  // cycles until a product or quotient is complete
  logic dividing_q, step;
  logic [1:0] pass;
  logic [31:0] negated_a, negated_b;  // of operands at the start, of results at the end
  logic [31:0] hi_q, lo_q, upper_q;

  assign x_start = req_i.x_go & x_valid_q;
  assign x_product = x_valid_q & x_op_q.product;
  assign step = (x_start & x_op_q.product) | (left_q != '0 & ~dividing_q);
  assign pass = left_q == '0 ? '0 : 2'(PASSES - 32'(left_q));

  // In the last cycle of a product or quotient the unit is free for the next instruction's start.
  assign unit_ready = left_q <= 6'd1 & ~(x_valid_q & x_op_q.divide) & ~(x_product & PASSES != 1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_valid_q <= 1'b0;
      left_q <= '0;
    end else begin
      x_valid_q <= d_load | (x_valid_q & ~req_i.x_go & ~req_i.x_drop);
      if (x_start & x_op_q.divide) left_q <= 6'd33;
      else if (x_start & x_op_q.product) left_q <= 6'(PASSES - 1);
      else if (left_q != '0) left_q <= left_q - 6'd1;
    end
  end

  assign negated_a = 32'd0 - (x_start ? a_q : lo_q);
  assign negated_b = 32'd0 - (x_start ? b_q : hi_q);

  always_ff @(posedge clk_i) begin
    if (d_load) x_op_q <= d_op;
    if (d_load & (d_op.product | d_op.divide)) {a_q, b_q} <= {req_i.d_a, req_i.d_b};
    else if (x_start & x_op_q.divide) begin
      if (x_op_q.is_signed & a_q[31]) a_q <= negated_a;
      if (x_op_q.is_signed & b_q[31]) b_q <= negated_b;
    end
    if (x_start) dividing_q <= x_op_q.divide;
  end

  // --------------------------------------------------------------------------------------------
  // The accumulator changes: m_change_q says that m_op_q does it in this cycle.

  logic m_change_q;
  operation_t m_op_q;
  logic [32:0] addend_q;
  logic negate_quotient_q, negate_remainder_q;
  logic [63:0] product;
  logic [95:0] sum, acc, acc_next;
  logic [31:0] remainder, quotient;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) m_change_q <= 1'b0;
    else if (x_start) m_change_q <= ~x_op_q.divide & (~x_op_q.product | PASSES == 1);
    else m_change_q <= left_q == 6'd1 & ~dividing_q;
  end
  always_ff @(posedge clk_i)
    if (x_start) begin
      m_op_q <= x_op_q;
      if (~x_op_q.product & ~x_op_q.divide) addend_q <= {req_i.x_carry, req_i.x_sum};
      // A quotient by 0 stays all ones.
      negate_quotient_q  <= x_op_q.is_signed & (a_q[31] ^ b_q[31]) & b_q != '0;
      negate_remainder_q <= x_op_q.is_signed & a_q[31];
    end

  assign acc = {upper_q, hi_q, lo_q};

  gf_mac32 #(
      .PASSES(PASSES),
      .DUAL  (GF2)
  ) u_mac (
      .clk_i,
      .step_i(step),
      .pass_i(pass),
      .a_i(a_q),
      .b_i(b_q),
      .signed_i(x_product ? x_op_q.is_signed : m_op_q.is_signed),
      .polynomial_i(x_product ? x_op_q.polynomial : m_op_q.polynomial),
      .product_o(product),
      .acc_i(m_op_q.add ? acc : '0),
      .addend_only_i(m_op_q.addend),
      .double_i(m_op_q.twice),
      .sum_polynomial_i(m_op_q.polynomial),
      .addend_i(addend_q),
      .sum_o(sum)
  );

  mips_divider u_divider (
      .divisor_i  (b_q),
      .remainder_i(left_q == 6'd33 ? '0 : hi_q),
      .quotient_i (left_q == 6'd33 ? a_q : lo_q),
      .remainder_o(remainder),
      .quotient_o (quotient)
  );

  always_comb begin
    acc_next = acc;
    if (m_change_q & ~m_op_q.keep) begin
      acc_next = sum;
      if (m_op_q.shift) acc_next = {32'd0, acc[95:32]};
      if (m_op_q.push) acc_next = {acc[63:0], addend_q[31:0]};
      if (m_op_q.to_hi) acc_next = {upper_q, addend_q[31:0], lo_q};
      if (m_op_q.to_lo) acc_next = {upper_q, hi_q, addend_q[31:0]};
    end else if (left_q > 6'd1 & dividing_q) begin
      acc_next = {upper_q, remainder, quotient};
    end else if (left_q == 6'd1 & dividing_q) begin
      if (negate_remainder_q) acc_next[63:32] = negated_b;
      if (negate_quotient_q) acc_next[31:0] = negated_a;
    end
    if (req_i.dbg_upper) acc_next[95:64] = req_i.dbg_data;
    if (req_i.dbg_hi) acc_next[63:32] = req_i.dbg_data;
    if (req_i.dbg_lo) acc_next[31:0] = req_i.dbg_data;
  end

  always_ff @(posedge clk_i) {upper_q, hi_q, lo_q} <= acc_next;

  // --------------------------------------------------------------------------------------------
  // Answers

  always_comb begin
    rsp_o.d_decoded = d_dec;
    rsp_o.d_result = d_ours & (d_op.keep | d_op.shift);
    rsp_o.d_wait = d_ours & ~unit_ready;
    // What is behind a product for a register waits in d while that product's passes go on.
    rsp_o.d_hold = PASSES != 1 & ((x_product & x_op_q.keep) |
        (left_q > 6'd1 & m_op_q.product & m_op_q.keep));
    rsp_o.m_wait = left_q != '0;
    case (m_op_q.result)
      RESULT_HI: rsp_o.m_data = hi_q;
      RESULT_PRODUCT: rsp_o.m_data = product[31:0];
      default: rsp_o.m_data = lo_q;
    endcase
    // Those of all instructions up to the one in m, unless busy.
    {rsp_o.upper, rsp_o.hi, rsp_o.lo} = acc_next;
    rsp_o.busy = left_q != '0;
  end

  // The rest of an operation belongs to stage x; of the product registers read the low word only.
  logic unused;
  assign unused = &{1'b0, m_op_q, product};

endmodule
