// SPDX-License-Identifier: Apache-2.0
// What the proofs of the core know of HI, LO and their unit. The unit is cut out (mips_hilo): a product or quotient is
// anything, and it is checked that the right one is asked for. The rules of the invariant look into the core.
module mips_unit_reference
  import mips_isa_pkg::*;
  import mips_pkg::*;
  import mips_spec_pkg::*;
#(
    parameter int unsigned MULTIPLY_CYCLES = 4,
    parameter bit GF2 = 1'b0  // of other units
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

  assign {rsp_o, product_o, m_own_o, m_late_o, x_own_o, x_late_o} = '0;

  logic [31:0] hi_q, lo_q, hi_d, lo_d;
  assign {hi_o, lo_o} = {hi_q, lo_q};
  always_comb begin
    {hi_d, lo_d} = {hi_q, lo_q};
    if (done_i) begin
      if (spec_i.multiply | spec_i.divide)
        {hi_d, lo_d} = {mips_harness.dut.gen_hilo.u_hilo.hi_q, mips_harness.dut.gen_hilo.u_hilo.lo_q};
      if (spec_i.mthi) hi_d = a_i;
      if (spec_i.mtlo) lo_d = a_i;
    end
  end
  always_ff @(posedge clk_i) if (retire_i.valid) {hi_q, lo_q} <= {hi_d, lo_d};

  assign wrong_o = (retire_i.valid & ~retire_i.busy & {retire_i.hi, retire_i.lo} != {hi_d, lo_d}) |
      (done_i & (spec_i.multiply | spec_i.divide) &
       {mips_harness.dut.gen_hilo.u_hilo.a_q, mips_harness.dut.gen_hilo.u_hilo.b_q,
        mips_harness.dut.gen_hilo.u_hilo.divide_q, mips_harness.dut.gen_hilo.u_hilo.signed_q} !=
       {a_i, b_i, spec_i.divide, spec_i.signed_});

  logic m_starts;
  assign m_starts = m_valid_i & (m_core_i.x.multiply | m_core_i.x.divide);
  always_comb begin
    rule_o = '1;
    rule_o[0] = m_starts ?
        {mips_harness.dut.gen_hilo.u_hilo.a_q, mips_harness.dut.gen_hilo.u_hilo.b_q,
         mips_harness.dut.gen_hilo.u_hilo.divide_q, mips_harness.dut.gen_hilo.u_hilo.signed_q} ==
        {m_a_i, m_b_i, m_core_i.x.divide, m_core_i.x.unit_signed}
        : {mips_harness.dut.gen_hilo.u_hilo.hi_q, mips_harness.dut.gen_hilo.u_hilo.lo_q} ==
        {m_valid_i & m_core_i.x.mthi ? m_a_i : hi_q, m_valid_i & m_core_i.x.mtlo ? m_a_i : lo_q};
    rule_o[1] = ~(x_valid_i & x_core_i.unit) | mips_harness.dut.gen_hilo.u_hilo.left_q == '0;
    rule_o[2] = mips_harness.dut.gen_hilo.u_hilo.left_q <= 6'd33 &
        (mips_harness.dut.gen_hilo.u_hilo.left_q != 6'd33 | m_starts);
  end
  assign born_alike_o = {mips_harness.dut.gen_hilo.u_hilo.hi_q, mips_harness.dut.gen_hilo.u_hilo.lo_q} == {hi_q, lo_q};
  assign left_o = 8'(mips_harness.dut.gen_hilo.u_hilo.left_q);

endmodule
