// SPDX-License-Identifier: Apache-2.0
// What rtl/pete/pete_accumulator.sv has to do with each instruction, seen from its port to the core, and an invariant
// of its state.
//
// The reference keeps the word and the operands of the instruction in x, what the last one to leave x still has to do,
// and the accumulator behind all older instructions. What an instruction does is written here from the manual. The
// multiplier and adder are cut out: it is checked that they are asked for the right product and sum, in the right
// cycles. Quotients and remainders are not judged, only when they are there, and that U stays.
//
// The invariant looks into the unit. It is asked for one cycle from any state in which it holds.
module pete_unit_harness
  import mips_isa_pkg::*;
  import pete_isa_pkg::*;
  import mips_pkg::*;
  import pete_pkg::*;
#(
    parameter int unsigned PASSES = 4,
    parameter bit GF2 = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,
    input unit_req_t req_i,
    input logic [63:0] any_product_i,  // what the multiplier and the adder give
    input logic [95:0] any_sum_i,

    output logic assume_o,
    output logic holds_o,
    output logic wrong_decode_o,  // another instruction is the unit's, or has other registers, or a result
    output logic wrong_product_o,  // the multiplier is asked for something else, or at another time
    output logic wrong_sum_o,  // so is the adder
    output logic wrong_value_o,  // U, HI or LO behind an instruction
    output logic wrong_result_o,  // what goes to a register
    output logic wrong_time_o  // the unit is busy, or not, against the rules
);

  unit_rsp_t rsp;

  pete_accumulator #(
      .PASSES(PASSES),
      .GF2(GF2)
  ) dut (
      .clk_i,
      .rst_ni,
      .req_i,
      .rsp_o(rsp)
  );

  // --------------------------------------------------------------------------------------------
  // The manual

  typedef enum logic [4:0] {
    NONE,
    MULT,
    MULTU,
    DIV,
    DIVU,
    MFHI,
    MFLO,
    MTHI,
    MTLO,
    MADDU,
    M2ADDU,
    ADDAU,
    SHA,
    MTLHX,
    MUL,
    MULGF2,
    MADDGF2
  } name_e;

  function automatic name_e name(logic [31:0] word);
    unique casez (word)
      OPC_MULT: return MULT;
      OPC_MULTU: return MULTU;
      OPC_DIV: return DIV;
      OPC_DIVU: return DIVU;
      OPC_MFHI: return MFHI;
      OPC_MFLO: return MFLO;
      OPC_MTHI: return MTHI;
      OPC_MTLO: return MTLO;
      OPC_MADDU: return MADDU;
      OPC_M2ADDU: return M2ADDU;
      OPC_ADDAU: return ADDAU;
      OPC_SHA: return SHA;
      OPC_MTLHX: return MTLHX;
      OPC_MUL: return MUL;
      OPC_MULGF2: return GF2 ? MULGF2 : NONE;
      OPC_MADDGF2: return GF2 ? MADDGF2 : NONE;
      default: return NONE;
    endcase
  endfunction

  function automatic logic multiplies(name_e n);
    return n inside {MULT, MULTU, MADDU, M2ADDU, MUL, MULGF2, MADDGF2};
  endfunction
  function automatic logic divides(name_e n);
    return n inside {DIV, DIVU};
  endfunction
  function automatic logic gives(name_e n);  // a result for a register
    return n inside {MFHI, MFLO, SHA, MUL};
  endfunction

  name_e d;
  assign d = name(req_i.d_insn);

  logic two, one, to;  // registers that it reads and writes, of those that the core does not know
  assign two = d inside {MADDU, M2ADDU, ADDAU, MUL, MULGF2, MADDGF2};
  assign one = two | d == MTLHX;
  assign to = d inside {SHA, MUL};
  assign wrong_decode_o = rsp.d_result != gives(d) | rsp.d_decoded.legal != (one | to) |
      (rsp.d_decoded.legal & {rsp.d_decoded.ra, rsp.d_decoded.rb, rsp.d_decoded.rd} !=
          {req_i.d_insn[25:21] & {5{one}}, req_i.d_insn[20:16] & {5{two}}, req_i.d_insn[15:11] & {5{to}}});

  // --------------------------------------------------------------------------------------------
  // The reference

  logic x_valid_q, change_q;  // change: the accumulator becomes that behind n_q
  logic [31:0] x_word_q, x_a_q, x_b_q, a_q, b_q;
  name_e x, n_q;
  logic [31:0] word_q;  // of n_q
  logic [5:0] left_q;  // cycles until a product or quotient is there
  logic [32:0] addend_q;
  logic [95:0] acc_q, acc;
  logic busy;

  assign x = name(x_word_q);
  assign busy = left_q != '0;

  always_comb begin
    acc = acc_q;
    if (change_q)
      case (n_q)
        MTHI: acc[63:32] = addend_q[31:0];
        MTLO: acc[31:0] = addend_q[31:0];
        MTLHX: acc = {acc_q[63:0], addend_q[31:0]};
        SHA: acc = acc_q >> 32;
        MFHI, MFLO, MUL: acc = acc_q;
        default: acc = any_sum_i;
      endcase
    if (req_i.dbg_upper) acc[95:64] = req_i.dbg_data;
    if (req_i.dbg_hi) acc[63:32] = req_i.dbg_data;
    if (req_i.dbg_lo) acc[31:0] = req_i.dbg_data;
    // Not judged.
    if (busy & divides(n_q)) acc[63:0] = {rsp.hi, rsp.lo};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {x_valid_q, change_q} <= '0;
      left_q <= '0;
    end else begin
      x_valid_q <= (req_i.d_go & d != NONE) | (x_valid_q & ~req_i.x_go & ~req_i.x_drop);
      change_q  <= left_q == 6'd1 & ~divides(n_q);
      if (busy) left_q <= left_q - 6'd1;
      if (x_valid_q & req_i.x_go) begin
        change_q <= ~divides(x) & (~multiplies(x) | PASSES == 1);
        left_q   <= divides(x) ? 6'd33 : multiplies(x) ? 6'(PASSES - 1) : '0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (req_i.d_go & d != NONE) {x_word_q, x_a_q, x_b_q} <= {req_i.d_insn, req_i.d_a, req_i.d_b};
    if (x_valid_q & req_i.x_go) begin
      {n_q, word_q, a_q, b_q} <= {x, x_word_q, x_a_q, x_b_q};
      addend_q <= {req_i.x_carry, req_i.x_sum};
    end
    acc_q <= rst_ni ? acc : {rsp.upper, rsp.hi, rsp.lo};  // it has no reset
  end

  // The core moves an instruction when it may, and into a stage that becomes free. The debugger writes while nothing is
  // on its way.
  assign assume_o = rst_ni & ~(req_i.x_go & req_i.x_drop) &
      (~req_i.d_go | (~rsp.d_wait & ~rsp.d_hold & (~x_valid_q | req_i.x_go | req_i.x_drop))) &
      (~(req_i.dbg_upper | req_i.dbg_hi | req_i.dbg_lo) | ~(x_valid_q | change_q | busy));

  // --------------------------------------------------------------------------------------------
  // What is judged

  logic first, later;  // a pass
  name_e asked;
  logic is_polynomial;
  assign first = x_valid_q & req_i.x_go & multiplies(x);
  assign later = busy & multiplies(n_q);
  assign asked = first ? x : n_q;
  assign is_polynomial = asked inside {MULGF2, MADDGF2};
  assign wrong_product_o = dut.step != (first | later) | (first & later) |
      ((first | later) & (dut.a_q != (first ? x_a_q : a_q) | dut.b_q != (first ? x_b_q : b_q) |
          32'(dut.pass) != (first ? 32'd0 : PASSES - 32'(left_q)) |
          dut.u_mac.signed_i != (asked == MULT) | dut.u_mac.polynomial_i != is_polynomial));

  logic adds;
  assign adds = change_q & n_q inside {MULT, MULTU, MADDU, M2ADDU, ADDAU, MULGF2, MADDGF2};
  assign wrong_sum_o = adds &
      (dut.u_mac.acc_i != (n_q inside {MADDU, M2ADDU, ADDAU, MADDGF2} ? acc_q : '0) |
       dut.u_mac.addend_only_i != (n_q == ADDAU) | (n_q == ADDAU & dut.u_mac.addend_i != addend_q) |
       dut.u_mac.double_i != (n_q == M2ADDU) | dut.u_mac.sum_polynomial_i != (n_q inside {MULGF2, MADDGF2}));

  assign wrong_value_o = (~busy & {rsp.upper, rsp.hi, rsp.lo} != acc) | rsp.upper != acc[95:64];
  assign wrong_result_o = change_q & ((gives(n_q) & rsp.m_wait) | (n_q inside {MFLO, SHA} & rsp.m_data != acc_q[31:0]) |
      (n_q == MFHI & rsp.m_data != acc_q[63:32]) | (n_q == MUL & rsp.m_data != any_product_i[31:0]));
  // A product for a register is waited for. Nothing else of the unit begins before the multiplier is free.
  assign wrong_time_o = rsp.busy != busy | (busy & n_q == MUL & ~rsp.m_wait) | (first & busy) |
      (x_valid_q & req_i.x_go & busy);

  // --------------------------------------------------------------------------------------------
  // The invariant

  logic ignore_ours, ignore_before;
  operation_t x_op, m_op;
  unit_decoded_t x_dec, m_dec;
  pete_decode #(
      .GF2(GF2)
  ) u_x (
      .insn_i(x_word_q),
      .ours_o(ignore_ours),
      .op_o  (x_op),
      .dec_o (x_dec)
  );
  pete_decode #(
      .GF2(GF2)
  ) u_m (
      .insn_i(word_q),
      .ours_o(ignore_before),
      .op_o  (m_op),
      .dec_o (m_dec)
  );

  logic rule_x, rule_operands, rule_m, rule_left, rule_acc;
  assign rule_x = dut.x_valid_q == x_valid_q & (~x_valid_q | (dut.x_op_q == x_op & x != NONE & ~busy));
  assign rule_operands = (~(x_valid_q & multiplies(x)) | {dut.a_q, dut.b_q} == {x_a_q, x_b_q}) &
      (~(busy & multiplies(n_q)) | {dut.a_q, dut.b_q} == {a_q, b_q});
  assign rule_m = dut.m_change_q == change_q & ~(change_q & busy) &
      (~(change_q | busy) | (dut.m_op_q == m_op & n_q == name(word_q) & n_q != NONE)) &
      (~change_q | ~divides(n_q)) & (~change_q | multiplies(n_q) | dut.addend_q == addend_q);
  assign rule_left = dut.left_q == left_q & left_q <= 6'd33 &
      (~busy | (divides(n_q) ? dut.dividing_q : multiplies(n_q) & ~dut.dividing_q & 32'(left_q) < PASSES));
  assign rule_acc = dut.upper_q == acc_q[95:64] & {dut.hi_q, dut.lo_q} == acc_q[63:0];
  assign holds_o = rule_x & rule_operands & rule_m & rule_left & rule_acc;

  logic unused;
  assign unused = &{1'b0, ignore_ours, ignore_before, x_dec, m_dec, addend_q, rsp};

endmodule
