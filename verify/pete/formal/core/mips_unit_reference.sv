// SPDX-License-Identifier: Apache-2.0
// What the proofs of the core know of the accumulator: its unit (rtl/pete/pete_accumulator.sv) in place of HI and LO, with
// the multiplier and adder cut out (gf_mac32).
//
// The reference has U:HI:LO behind all instructions that have ended, and the product or quotient that is still under way
// behind one of them. What is under way is unknown: an instruction that looks at it too early would be wrong. It is
// checked that the multiplier and the adder are asked for what the manual says, when the accumulator changes by it.
// Quotients are not judged, only that the divider begins with the right operands, and that U stays.
//
// The rules of the invariant look into the unit.
module mips_unit_reference
  import mips_isa_pkg::*;
  import mips_pkg::*;
  import mips_spec_pkg::*;
  import pete_pkg::*;
#(
    parameter int unsigned MULTIPLY_CYCLES = 4,  // passes
    parameter bit GF2 = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,

    input unit_req_t req_i,
    output unit_rsp_t rsp_o,

    input spec_t spec_i,  // what the instruction in m means
    input logic done_i,  // it ends without an exception
    input logic [31:0] a_i,  // its operands
    input logic [31:0] b_i,
    input retire_t retire_i,

    input logic m_valid_i,  // what the stages hold, if it has no exception
    input logic [31:0] m_insn_i,
    input decoded_t m_core_i,  // as the core alone decodes it
    input logic [31:0] m_a_i,
    input logic [31:0] m_b_i,
    input logic x_valid_i,
    input logic [31:0] x_insn_i,
    input decoded_t x_core_i,
    input logic [31:0] x_a_i,
    input logic [31:0] x_b_i,

    output logic [31:0] hi_o,  // in front of the instruction in m
    output logic [31:0] lo_o,
    output logic [31:0] product_o,  // the low word of the last product
    output unit_decoded_t m_own_o,
    output logic m_late_o,
    output unit_decoded_t x_own_o,
    output logic x_late_o,

    output logic wrong_o,
    output logic [7:0] rule_o,
    output logic born_alike_o,
    output logic [7:0] left_o  // cycles until a product or quotient is there
);

  localparam logic [5:0] Passes = 6'(MULTIPLY_CYCLES);

  pete_accumulator #(
      .PASSES(MULTIPLY_CYCLES),
      .GF2(GF2)
  ) u_unit (
      .clk_i,
      .rst_ni,
      .req_i,
      .rsp_o
  );
  assign left_o = 8'(u_unit.left_q);

  // --------------------------------------------------------------------------------------------
  // The reference

  typedef struct packed {
    logic divide, is_signed, polynomial, add, twice, addend;
    logic [31:0] a, b;
  } task_t;

  logic [95:0] acc_q, acc_d, acc;
  logic underway_q, underway_d, resolves, changes;
  task_t task_q, task_d, now, asks;
  logic busy;
  assign busy = retire_i.busy;
  assign resolves = underway_q & ~busy;

  always_comb begin
    now = '{
        divide: spec_i.divide,
        is_signed: spec_i.signed_,
        polynomial: spec_i.polynomial,
        add: spec_i.add,
        twice: spec_i.twice,
        addend: spec_i.addend,
        a: a_i,
        b: b_i
    };
    // In front of the instruction in m.
    acc = acc_q;
    if (resolves) acc = task_q.divide ? {acc_q[95:64], retire_i.hi, retire_i.lo} : u_unit.u_mac.sum_o;
    {hi_o, lo_o} = underway_q & busy ? mips_harness.any_i[63:0] : acc[63:0];
    // Behind it.
    {acc_d, underway_d, task_d} = {acc, underway_q & busy, task_q};
    changes = 1'b0;
    if (done_i) begin
      if (spec_i.divide | (spec_i.multiply & ~spec_i.keep & MULTIPLY_CYCLES != 1)) {underway_d, task_d} = {1'b1, now};
      if (spec_i.multiply & ~spec_i.keep & MULTIPLY_CYCLES == 1 | spec_i.addend) begin
        acc_d   = u_unit.u_mac.sum_o;
        changes = 1'b1;
      end
      if (spec_i.mthi) acc_d[63:32] = a_i;
      if (spec_i.mtlo) acc_d[31:0] = a_i;
      if (spec_i.push) acc_d = {acc[63:0], a_i};
      if (spec_i.shift) acc_d = acc >> 32;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) underway_q <= 1'b0;
    else underway_q <= underway_d;
  always_ff @(posedge clk_i) {acc_q, task_q} <= {acc_d, task_d};

  assign product_o = u_unit.u_mac.product_o[31:0];

  // --------------------------------------------------------------------------------------------
  // The verdict

  // The multiplier has made the product of these words, in all its passes.
  function automatic logic made(logic polynomial, logic is_signed, logic [31:0] a, logic [31:0] b);
    return u_unit.u_mac.asked_q == {polynomial, is_signed, a, b} & 6'(u_unit.u_mac.passes_q) == Passes;
  endfunction

  logic uses, wrong_sum, wrong_product, wrong_division, wrong_value, wrong_time;
  assign uses = spec_i.multiply | spec_i.divide | spec_i.mthi | spec_i.mtlo | spec_i.push | spec_i.shift | spec_i.addend;
  assign asks = resolves ? task_q : now;
  assign wrong_sum = ((resolves & ~task_q.divide) | changes) &
      (u_unit.u_mac.acc_i != (asks.add ? acc_q : '0) | u_unit.u_mac.double_i != asks.twice |
       u_unit.u_mac.sum_polynomial_i != asks.polynomial | u_unit.u_mac.addend_only_i != asks.addend |
       (asks.addend ? u_unit.u_mac.addend_i != 33'(asks.a) + 33'(asks.b)
        : ~made(asks.polynomial, asks.is_signed, asks.a, asks.b)));
  assign wrong_product = done_i & spec_i.multiply & spec_i.keep & ~made(1'b0, 1'b0, a_i, b_i);
  logic minus_a, minus_b;
  assign minus_a = spec_i.signed_ & a_i[31];
  assign minus_b = spec_i.signed_ & b_i[31];
  assign wrong_division = done_i & spec_i.divide &
      (u_unit.left_q != 6'd33 | ~u_unit.dividing_q | u_unit.a_q != (minus_a ? -a_i : a_i) | u_unit.b_q != (minus_b ? -b_i : b_i) |
       u_unit.negate_remainder_q != minus_a | u_unit.negate_quotient_q != ((minus_a ^ minus_b) & b_i != '0));
  assign wrong_value = ~busy & {retire_i.upper, retire_i.hi, retire_i.lo} != acc_d;
  // Nothing changes the accumulator while something is under way, and nothing else makes the unit busy.
  assign wrong_time = (done_i & uses & underway_q & busy) |
      (busy & ~underway_q & ~(m_valid_i & (spec_i.multiply | spec_i.divide)));
  assign wrong_o = wrong_sum | wrong_product | wrong_division | wrong_value | wrong_time;

  // --------------------------------------------------------------------------------------------
  // The invariant

  logic x_ours, m_ours, x_unit, m_unit;
  operation_t x_op, m_op;
  pete_decode #(
      .GF2(GF2)
  ) u_x (
      .insn_i(x_insn_i),
      .ours_o(x_ours),
      .op_o  (x_op),
      .dec_o (x_own_o)
  );
  pete_decode #(
      .GF2(GF2)
  ) u_m (
      .insn_i(m_insn_i),
      .ours_o(m_ours),
      .op_o  (m_op),
      .dec_o (m_own_o)
  );
  assign x_late_o = x_ours & (x_op.keep | x_op.shift);
  assign m_late_o = m_ours & (m_op.keep | m_op.shift);
  assign x_unit   = x_valid_i & x_ours;
  assign m_unit   = m_valid_i & m_ours;

  // The operation behind a task.
  function automatic operation_t operation(task_t what);
    operation = '0;
    {operation.product, operation.divide} = {~what.divide, what.divide};
    {operation.is_signed, operation.polynomial} = {what.is_signed, what.polynomial};
    {operation.add, operation.twice} = {what.add, what.twice};
  endfunction

  logic minus_ma, minus_mb;
  logic [5:0] left;
  assign left = u_unit.left_q;
  assign minus_ma = m_op.is_signed & m_a_i[31];
  assign minus_mb = m_op.is_signed & m_b_i[31];
  always_comb begin
    rule_o = '1;
    // the instruction in x
    rule_o[0] = u_unit.x_valid_q == x_unit & (~x_unit | (u_unit.x_op_q == x_op & left == '0));
    rule_o[1] = ~(x_unit & (x_op.product | x_op.divide)) | {u_unit.a_q, u_unit.b_q} == {x_a_i, x_b_i};
    // time
    rule_o[2] = ~(m_unit & underway_q);
    if (m_unit) begin
      rule_o[2] &= u_unit.m_op_q == m_op;
      if (m_op.divide) rule_o[2] &= left == 6'd33 & u_unit.dividing_q & ~u_unit.m_change_q;
      else if (m_op.product)
        rule_o[2] &= (m_op.keep ? left < Passes : left == Passes - 6'd1) & (left == '0 | ~u_unit.dividing_q) &
            u_unit.m_change_q == (left == '0);
      else rule_o[2] &= left == '0 & u_unit.m_change_q;
    end
    if (underway_q) begin
      rule_o[2] &= u_unit.m_op_q == operation(task_q) & ~task_q.addend;
      if (task_q.divide) rule_o[2] &= left <= 6'd32 & (left == '0 | u_unit.dividing_q) & ~u_unit.m_change_q;
      else
        rule_o[2] &= 7'(left) + 7'd1 < 7'(Passes) & (left == '0 | ~u_unit.dividing_q) & u_unit.m_change_q == (left == '0);
    end
    if (~m_unit & ~underway_q) rule_o[2] &= left == '0 & ~u_unit.m_change_q;
    // a product under way, or there
    rule_o[3] = 1'b1;
    if (m_unit & m_op.product)
      rule_o[3] = u_unit.u_mac.asked_q == {m_op.polynomial, m_op.is_signed, m_a_i, m_b_i} &
          6'(u_unit.u_mac.passes_q) == Passes - left & (left == '0 | {u_unit.a_q, u_unit.b_q} == {m_a_i, m_b_i});
    rule_o[4] = ~(underway_q & ~task_q.divide) |
        (u_unit.u_mac.asked_q == {task_q.polynomial, task_q.is_signed, task_q.a, task_q.b} &
         6'(u_unit.u_mac.passes_q) == Passes - left & (left == '0 | {u_unit.a_q, u_unit.b_q} == {task_q.a, task_q.b}));
    // a division that begins
    rule_o[5] = ~(m_unit & m_op.divide) | (u_unit.a_q == (minus_ma ? -m_a_i : m_a_i) & u_unit.b_q == (minus_mb ? -m_b_i : m_b_i) &
        u_unit.negate_remainder_q == minus_ma & u_unit.negate_quotient_q == ((minus_ma ^ minus_mb) & m_b_i != '0));
    // the value
    rule_o[6] = u_unit.upper_q == acc_q[95:64] &
        ((underway_q & task_q.divide) | {u_unit.hi_q, u_unit.lo_q} == acc_q[63:0]);
    // what addau adds, and what moves put in
    rule_o[7] = ~(m_unit & (m_op.addend | m_op.push | m_op.to_hi | m_op.to_lo)) |
        (m_op.addend ? u_unit.addend_q == 33'(m_a_i) + 33'(m_b_i) : u_unit.addend_q[31:0] == m_a_i);
  end
  assign born_alike_o = {u_unit.upper_q, u_unit.hi_q, u_unit.lo_q} == acc_q;

  logic unused;
  assign unused = &{1'b0, m_core_i, x_core_i};

endmodule
