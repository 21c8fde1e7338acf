// SPDX-License-Identifier: Apache-2.0
// What stands around the accumulator's unit while it is mutated: the core's side of the port, and
// what is known of registers. The core keeps to the rules, and looks at an output only while it
// means something. evariste/machines/pete/mutants.py says when nobody looks at which register.
// `holds_o` is 1 in every state.
module unit_mutated
  import mips_pkg::*;
  import pete_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,
    input unit_req_t req_i,
    output unit_rsp_t rsp_o,

    output logic [5:0] left_o,
    output logic [31:0] a_o,
    output logic [31:0] b_o,
    output logic [32:0] addend_o,
    output logic [1:0] negate_o,
    output logic divide_o,
    output logic never_read_o,
    output logic dividing_o,
    output logic rests_o,
    output logic [32:0] high_o,
    output logic [31:0] low_o,
    output logic operands_unread_o,
    output logic addend_unread_o,
    output logic negate_unread_o,
    output logic high_unread_o,
    output logic [31:0] low_unread_o,
    output logic holds_o
);

  unit_req_t asked;
  unit_rsp_t answer;
  logic m_reads_q;  // what is in m has a result

  // Whether the decoder makes this.
  function automatic logic legal(operation_t op);
    return op.result != 2'd3 & (op.result != RESULT_PRODUCT | op.product) & ~(op.divide & (op.product | op.keep | op.shift)) &
        ~(op.product & (op.addend | op.push | op.to_hi | op.to_lo)) &
        (op.product | op.divide | op.keep | op.addend | op.shift | op.push | op.to_hi | op.to_lo);
  endfunction

  always_comb begin
    asked = req_i;
    asked.x_drop = req_i.x_drop & ~req_i.x_go;
    asked.x_go = req_i.x_go & ~(m_reads_q & answer.m_wait);
    asked.d_go = req_i.d_go & ~answer.d_wait & ~answer.d_hold & (~u.x_valid_q | asked.x_go);
    asked.dbg_upper = req_i.dbg_upper & ~answer.busy;
    asked.dbg_hi = req_i.dbg_hi & ~answer.busy;
    asked.dbg_lo = req_i.dbg_lo & ~answer.busy;
    rsp_o = answer;
    rsp_o.m_wait = answer.m_wait & m_reads_q;
    rsp_o.m_data = answer.m_data & {32{m_reads_q & ~answer.m_wait}};
    {rsp_o.upper, rsp_o.hi, rsp_o.lo} = {answer.upper, answer.hi, answer.lo} & {96{~answer.busy}};
  end

  pete_accumulator #(
      .PASSES(4),
      .GF2(1'b1)
  ) u (
      .clk_i,
      .rst_ni,
      .req_i(asked),
      .rsp_o(answer)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) m_reads_q <= 1'b0;
    else if (asked.x_go) m_reads_q <= u.x_valid_q & (u.x_op_q.keep | u.x_op_q.shift);
  end

  // A division, and the bits of its remainder; a product, with four passes.
  logic divides, multiplies;
  assign divides = u.left_q != '0 & u.dividing_q;
  assign multiplies = u.left_q != '0 & ~u.dividing_q;

  assign {left_o, a_o, b_o, addend_o} = {u.left_q, u.a_q, u.b_q, u.addend_q};
  assign negate_o = {u.negate_quotient_q, u.negate_remainder_q};
  assign operands_unread_o = ~(u.x_valid_q & (u.x_op_q.product | u.x_op_q.divide)) & u.left_q == '0;
  assign addend_unread_o = ~(u.m_change_q & ~u.m_op_q.product);
  assign negate_unread_o = ~divides;
  assign {divide_o, never_read_o} = {u.m_op_q.divide, 1'b1};
  assign {dividing_o, rests_o} = {u.dividing_q, u.left_q == '0};
  // Of a product that is under way, the lower bits are what was there before.
  assign {high_o, low_o} = {u.u_mac.high_q, u.u_mac.low_q};
  assign high_unread_o = ~(multiplies | u.m_change_q & u.m_op_q.product);
  assign low_unread_o = high_unread_o & ~(m_reads_q & u.m_op_q.result == RESULT_PRODUCT) ? '1 :
      multiplies ? ~(32'hffffffff << 8 * u.left_q) : '0;
  assign holds_o = (~divides | u.left_q <= 6'd33) & (~multiplies | u.left_q <= 6'd3) &
      (~u.x_valid_q | u.left_q == '0) & ~(u.m_change_q & (u.m_op_q.divide | u.left_q != '0)) &
      (~(u.left_q == '0 | u.left_q == 6'd33 | ~u.dividing_q) ? u.hi_q >> (6'd33 - u.left_q) == '0 : 1'b1) &
      ~(divides & (m_reads_q | ~u.m_op_q.divide)) & ~(multiplies & ~u.m_op_q.product) &
      (u.left_q == '0 | u.x_op_q.divide == u.dividing_q) &
      (legal(
      u.x_op_q
  ) | ~u.x_valid_q) & (legal(
      u.m_op_q
  ) | ~(m_reads_q | u.m_change_q | u.left_q != '0));

endmodule
