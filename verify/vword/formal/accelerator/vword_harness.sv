// SPDX-License-Identifier: Apache-2.0
// The accelerator of a small instance, an arbitrary core that keeps to the rules of the port, and a reference that
// executes each instruction when the core completes it. Every wrong_* output must be 0 while assume_o is 1, in any state
// with holds_o = 1. Reset must lead to such a state, and no cycle away from them.
//
// The verdict compares only ports and their history. Signals inside the accelerator occur only in the invariant.
module vword_harness
  import mips_pkg::c2_req_t, mips_pkg::c2_rsp_t;
  import vword_pkg::*;
  import vword_isa_pkg::*;
#(
    parameter int unsigned M = 11,
    parameter int unsigned TERM1 = 2,
    parameter int unsigned W = 11,
    parameter int unsigned LEVEL = 3,
    parameter int unsigned D = 3
) (
    input logic clk_i,
    input logic rst_ni,

    input logic d_valid_i,
    input logic [31:0] d_insn_i,
    input logic d_go_i,
    input logic x_go_i,
    input logic x_drop_i,
    input logic [31:0] x_data_i,
    input logic m_go_i,
    input logic m_drop_i,
    input logic [31:0] row_i,

    output logic assume_o,  // the core keeps to the rules
    output logic holds_o,  // the invariant
    output logic [15:0] rule_o,  // its parts
    output logic born_alike_o,  // what reset leaves alone is the same in both

    output logic completes_o,
    output logic [31:0] insn_o,

    output logic wrong_legal_o,
    output logic wrong_write_o,
    output logic wrong_store_o,
    output logic wrong_read_o,
    output logic wrong_row_o,
    output logic wrong_wait_o,
    output logic wrong_unit_o
);

  localparam int unsigned Shifts = 3;
  localparam int Amounts[15] = '{0: 5, 1: -4, 2: 2, default: 0};
  localparam logic [31:0] Fingerprint = 32'h13579bdf;
  localparam int unsigned Digits = (M + D - 1) / D;

  // --------------------------------------------------------------------------------------------
  // The accelerator

  c2_req_t c2_i;
  c2_rsp_t c2_o;
  logic x_row_o, product_busy_o;
  logic [31:0] row_o, cond_o;
  logic [3:0] bytes_o;
  logic [4:0] retire_vd_o;
  logic [W-1:0] retire_word_o;
  always_comb begin
    c2_i.d_valid = d_valid_i;
    c2_i.d_insn = d_insn_i;
    c2_i.d_go = d_go_i;
    c2_i.x_go = x_go_i;
    c2_i.x_drop = x_drop_i;
    c2_i.x_data = x_data_i;
    c2_i.m_go = m_go_i;
    c2_i.m_drop = m_drop_i;
  end

  vword_accelerator #(
      .M(M),
      .TERM1(TERM1),
      .TERM2(0),
      .TERM3(0),
      .W(W),
      .LEVEL(LEVEL),
      .D(D),
      .ROW(32),
      .SHIFTS(Shifts),
      .AMOUNTS(Amounts),
      .FINGERPRINT(Fingerprint)
  ) dut (
      .*
  );

  // --------------------------------------------------------------------------------------------
  // The core: one instruction in x, one in m, in order

  logic x_q, m_q, doomed_q;
  logic [31:0] x_insn_q, m_insn_q, m_data_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {x_q, m_q, doomed_q} <= '0;
    else begin
      x_q <= d_go_i | (x_q & ~x_go_i & ~x_drop_i);
      m_q <= x_go_i | (m_q & ~m_go_i & ~m_drop_i);
      doomed_q <= (doomed_q | m_drop_i | x_drop_i) & (d_go_i | (x_q & ~x_drop_i));
    end
  end
  always_ff @(posedge clk_i) begin
    if (d_go_i) x_insn_q <= d_insn_i;
    if (x_go_i) {m_insn_q, m_data_q} <= {x_insn_q, x_data_i};
  end

  // Only a load or a store of a row can end with an error. What is behind it, or behind an instruction that is dropped, is
  // dropped, too.
  assign assume_o = (~d_valid_i | d_insn_i[31:26] == 6'o22 | d_insn_i[31:26] == 6'o66 | d_insn_i[31:26] == 6'o76) &
      (~d_go_i | (d_valid_i & ~c2_o.d_wait & ~c2_o.d_illegal & (~x_q | x_go_i | (x_drop_i & (~m_q | m_go_i))))) &
      (~x_go_i | (x_q & ~x_drop_i & ~doomed_q & (~m_q | m_go_i))) & (~x_drop_i | x_q) &
      (~m_go_i | m_q) & (~m_drop_i | (m_q & ~m_go_i & (is_vl(m_insn_q) | is_vs(m_insn_q))));

  // --------------------------------------------------------------------------------------------
  // The reference

  logic [31:0][W-1:0] file_q;
  logic [W-1:0] vp_q, vp_d, word, written, factor_a, factor_b;
  logic [31:0] cond_q, cond_d, data;
  logic legal, load, store, write, read, multiply;
  logic [4:0] vd;

  function automatic logic [W-1:0] value(logic [4:0] number);
    return number == '0 ? '0 : file_q[number];
  endfunction

  vword_spec #(
      .M(M),
      .TERM1(TERM1),
      .W(W),
      .LEVEL(LEVEL),
      .D(D),
      .SHIFTS(Shifts),
      .AMOUNTS(Amounts),
      .FINGERPRINT(Fingerprint)
  ) u_spec (
      .insn(m_insn_q),
      .y(value(m_insn_q[15:11])),
      .z(value(m_insn_q[20:16])),
      .cond(cond_q),
      .vp(vp_q),
      .core(m_data_q),
      .legal,
      .load,
      .store,
      .write,
      .vd,
      .word,
      .read,
      .data,
      .cond_after(cond_d),
      .multiply,
      .a(factor_a),
      .b(factor_b)
  );

  // What a word in d is. Its values do not matter here.
  logic d_legal, d_load, d_store, d_write, d_read, d_multiply;
  logic [4:0] d_vd;
  logic [W-1:0] d_word, d_a, d_b;
  logic [31:0] d_data, d_cond;
  vword_spec #(
      .M(M),
      .TERM1(TERM1),
      .W(W),
      .LEVEL(LEVEL),
      .D(D),
      .SHIFTS(Shifts),
      .AMOUNTS(Amounts),
      .FINGERPRINT(Fingerprint)
  ) u_d_spec (
      .insn(d_insn_i),
      .y('0),
      .z('0),
      .cond('0),
      .vp('0),
      .core('0),
      .legal(d_legal),
      .load(d_load),
      .store(d_store),
      .write(d_write),
      .vd(d_vd),
      .word(d_word),
      .read(d_read),
      .data(d_data),
      .cond_after(d_cond),
      .multiply(d_multiply),
      .a(d_a),
      .b(d_b)
  );

  // A product is what the multiplier makes of the operands that it was asked for last (gf_digit_mul in cut/).
  logic [M-1:0] begun;
  logic [2*M-1:0] asked;
  assign vp_d = multiply ? W'(begun) : vp_q;
  assign wrong_unit_o = m_go_i & multiply & asked != {M'(factor_a), M'(factor_b)};

  assign written = load ? row_i[W-1:0] : word;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {cond_q, vp_q} <= '0;
    else if (m_go_i) {cond_q, vp_q} <= {cond_d, vp_d};
  end
  always_ff @(posedge clk_i) if (m_go_i & (load | write) & vd != '0) file_q[vd] <= written;

  // --------------------------------------------------------------------------------------------
  // The verdict

  logic [7:0] waited_q;
  assign completes_o = m_go_i;
  assign insn_o = m_insn_q;
  assign wrong_legal_o = d_valid_i & c2_o.d_illegal == d_legal;
  assign wrong_write_o = m_go_i & (retire_vd_o != (load | write ? vd : 5'd0) | (retire_vd_o != '0 & retire_word_o != written));
  assign wrong_store_o = m_q & store & (row_o != 32'(value(m_insn_q[20:16])) | bytes_o != '1);
  assign wrong_read_o = m_go_i & read & c2_o.m_data != data;
  assign wrong_row_o = x_row_o != (x_q & (is_vl(x_insn_q) | is_vs(x_insn_q)));

  // With nothing in x and m, an instruction waits only for a product, and not longer than that takes.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waited_q <= '0;
    else waited_q <= d_valid_i & c2_o.d_wait & ~x_q & ~m_q ? waited_q + 8'd1 : '0;
  end
  assign wrong_wait_o = d_valid_i & c2_o.d_wait & ~x_q & ~m_q & (waited_q >= 8'(Digits) | ~product_busy_o);

  // --------------------------------------------------------------------------------------------
  // The invariant

  decoded_t x_dec, m_dec;
  vword_decode #(
      .LEVEL (LEVEL),
      .PARTS (1),
      .SHIFTS(Shifts)
  ) u_x_decode (
      .insn_i(x_insn_q),
      .dec_o (x_dec)
  );
  vword_decode #(
      .LEVEL (LEVEL),
      .PARTS (1),
      .SHIFTS(Shifts)
  ) u_m_decode (
      .insn_i(m_insn_q),
      .dec_o (m_dec)
  );

  function automatic logic late(logic [4:0] number);
    return m_q & m_dec.x.load & m_dec.x.vd == number & number != '0;
  endfunction
  function automatic logic [W-1:0] behind_m(logic [4:0] number);
    return m_q & m_dec.x.vd == number & number != '0 ? dut.m_result_q[W-1:0] : value(number);
  endfunction

  logic [31:0] result;
  vword_execute #(
      .M(M),
      .TERM1(TERM1),
      .TERM2(0),
      .TERM3(0),
      .W(W),
      .LEVEL(LEVEL),
      .D(D),
      .ROW(32),
      .SHIFTS(Shifts),
      .AMOUNTS(Amounts),
      .FINGERPRINT(Fingerprint)
  ) u_m_execute (
      .operation_i(m_dec.x.operation),
      .number_i(m_dec.x.number),
      .a_i(value(m_dec.vs)),
      .b_i(value(m_dec.vt)),
      .core_i(m_data_q),
      .cond_i(cond_q),
      .product_i(vp_q),
      .result_o(result)
  );

  // The row that a store in x waits for came before the store could move.
  logic certain, came;
  assign certain = x_q & ~doomed_q;
  assign came = ~m_q & ~dut.m_load_q & dut.m_result_q[W-1:0] == value(x_dec.vt);
  logic [4:0] field_rule;
  always_comb begin
    rule_o = '1;
    rule_o[11:7] = field_rule;
    rule_o[0] = dut.x_valid_q == x_q & dut.m_valid_q == m_q & (~doomed_q | x_q & ~m_q);
    for (int i = 1; i < 32; i++) rule_o[1] &= dut.u_regfile.file_q[i] == file_q[i];
    rule_o[2] = ~x_q | (dut.x_q == x_dec.x & x_dec.legal);
    rule_o[3] = ~certain | (~late(x_dec.vs) & dut.x_a_q == behind_m(x_dec.vs));
    rule_o[4] = ~certain | (dut.x_late_q ? x_dec.vt_late & (late(x_dec.vt) | came) :
        ~late(x_dec.vt) & dut.x_b_q == behind_m(x_dec.vt));
    rule_o[5] = ~m_q | (m_dec.legal & dut.m_load_q == m_dec.x.load & dut.m_vd_q == m_dec.x.vd &
        dut.m_part_q == (m_dec.x.operation == V_FIRST ? m_dec.x.number : 5'd0));
    rule_o[6] = ~m_q | m_dec.x.load | dut.m_result_q == result;
    rule_o[12] = vp_q >> M == '0;
  end
  if (LEVEL == 3) begin : gen_field
    assign begun = dut.gen_field.u_multiplier.value_q;
    assign asked = {dut.gen_field.u_multiplier.a_q, dut.gen_field.u_multiplier.b_q};
    always_comb begin
      field_rule[0] = m_q & m_dec.x.multiply ?
          asked == {M'(value(m_dec.vs)), M'(value(m_dec.vt))} : begun == vp_q[M-1:0];
      field_rule[1] = dut.gen_field.left_q == dut.gen_field.u_multiplier.left_q & 32'(dut.gen_field.left_q) <= Digits;
      field_rule[2] = ~certain | ~x_dec.product | dut.gen_field.left_q == '0;
      field_rule[3] = dut.cond_q == (m_q & m_dec.x.cond ? m_data_q : cond_q);
      field_rule[4] = 9'(waited_q) + 9'(dut.gen_field.left_q) <= 9'(Digits);
    end
  end else begin : gen_no_field
    assign field_rule = '1;
    assign begun = '0;
    assign asked = '0;
  end
  assign holds_o = &rule_o;
  always_comb begin
    born_alike_o = 1'b1;
    for (int i = 1; i < 32; i++) born_alike_o &= dut.u_regfile.file_q[i] == file_q[i];
  end

endmodule
