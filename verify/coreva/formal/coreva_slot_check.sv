// SPDX-License-Identifier: Apache-2.0
// The decoder and the arithmetic of a slot against the meaning of its operation. Combinational. What an operation reads
// comes from the registers that the decoder names.
module coreva_slot_check
  import coreva_pkg::*;
  import coreva_spec_pkg::*;
#(
    parameter bit ISE = 1'b1,
    parameter bit CLMUL = 1'b1,
    parameter bit LSLADD = 1'b1,
    parameter int unsigned HIT_LAST = 0
) (
    input logic [31:0] word_i,
    input logic [31:0] a_i, b_i, d_i,  // the registers that the word's fields name
    input logic [31:0] other_i,  // any other register
    input logic [31:0] link_i, dq_i, here_i,
    input logic [15:0] p_i,
    input logic [63:0] clock_i,
    output logic assume_o,
    output logic [HIT_LAST:0] hit_o,
    output logic wrong_o
);

  logic [4:0] n, m, d;
  assign {d, n, m} = word_i[21:7];
  assign assume_o = (n != m | a_i == b_i) & (n != d | a_i == d_i) & (m != d | b_i == d_i) & (n != '0 | a_i == '0) &
      (m != '0 | b_i == '0) & (d != '0 | d_i == '0) & p_i[0];

  function automatic logic [31:0] value(logic [4:0] number);
    return number == '0 ? '0 : number == n ? a_i : number == m ? b_i : number == d ? d_i : other_i;
  endfunction

  spec_t spec;
  op_t op;
  needs_t needs;
  logic [31:0] result;
  logic [1:0] holds;
  coreva_spec #(
      .ISE(ISE),
      .CLMUL(CLMUL),
      .LSLADD(LSLADD)
  ) u_spec (
      .word(word_i),
      .here(here_i),
      .a(a_i),
      .b(b_i),
      .d(d_i),
      .dq(dq_i),
      .product('0),
      .p(p_i),
      .clock(clock_i),
      .hit(hit_o),
      .spec
  );
  coreva_decode #(
      .ISE(ISE),
      .CLMUL(CLMUL),
      .LSLADD(LSLADD)
  ) u_decode (
      .word_i,
      .op_o(op),
      .needs_o(needs)
  );
  coreva_alu #(
      .ISE(ISE),
      .LSLADD(LSLADD)
  ) u_alu (
      .op_i(op),
      .a_i(value(op.ra)),
      .b_i(op.constant ? 32'($signed(op.imm)) : value(op.rb)),
      .state_i(spec.links ? link_i : spec.state),
      .value_o(result),
      .holds_o(holds)
  );

  // What comes from memory, or from a unit of products, is not of the slot.
  assign wrong_o = ~needs.legal | (spec.write & ~spec.load & ~spec.multiplies & result != (spec.links ? link_i : spec.y | spec.state)) |
      ((spec.sets | spec.pair) & holds[0] != spec.test) | (spec.pair & holds[1] != spec.test1);

endmodule
