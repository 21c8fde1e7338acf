// SPDX-License-Identifier: Apache-2.0
// What stands around the accelerator while it is mutated: the core's side of the port, and what is
// known of registers. The core keeps to the rules, and looks at an output only while it means
// something. Of the registers, evariste/machines/vword/mutants.py says which output says that nobody
// looks at them. `holds_o` is 1 in every state: the word of an instruction in x is a legal one, and
// the counters go from 4 to 0.
module vword_mutated
  import mips_pkg::c2_req_t, mips_pkg::c2_rsp_t;
  import vword_pkg::*;
(
    input logic clk_i,
    rst_ni,
    input c2_req_t c2_i,
    output c2_rsp_t c2_o,
    output logic x_row_o,
    input logic [63:0] row_i,
    output logic [63:0] row_o,
    output logic [7:0] bytes_o,
    output logic [4:0] retire_vd_o,
    output logic [32:0] retire_word_o,
    output logic [31:0] cond_o,
    output logic product_busy_o,
    output logic [63:0] result_o,
    output logic [4:0] part_o,
    number_o,
    output logic [32:0] zero_o,
    output logic [31:0] digits_o,
    past_o,
    output logic [2:0] left_o,
    digits_left_o,
    output logic low_unread_o,
    high_unread_o,
    part_unread_o,
    number_unread_o,
    never_read_o,
    holds_o
);
  c2_req_t asked;
  c2_rsp_t answer;
  logic [63:0] row;
  logic [32:0] word;
  logic ours, part, amount, reads, writes, kept;
  logic m_first_q, m_control_q, m_store_q;
  assign ours = c2_i.d_insn[31:26] inside {6'h12, 6'h36, 6'h3e};
  always_comb begin
    asked = c2_i;
    asked.d_valid = c2_i.d_valid && ours;
    asked.m_go = c2_i.m_go && u.m_valid_q;
    asked.m_drop = c2_i.m_drop && u.m_valid_q && !c2_i.m_go;
    asked.x_drop = u.x_valid_q && (c2_i.x_drop || asked.m_drop);
    asked.x_go = c2_i.x_go && u.x_valid_q && (!u.m_valid_q || c2_i.m_go) && !asked.x_drop;
    asked.d_go = c2_i.d_go && asked.d_valid && !answer.d_illegal && !answer.d_wait &&
        (!u.x_valid_q || asked.x_go) && !asked.m_drop;
    c2_o = answer;
    c2_o.d_illegal = answer.d_illegal && asked.d_valid;
    c2_o.d_wait = answer.d_wait && asked.d_valid && !answer.d_illegal;
    c2_o.m_data = answer.m_data & {32{u.m_valid_q && (m_first_q || m_control_q)}};
  end
  vword_accelerator #(
      .M(31),
      .TERM1(3),
      .TERM2(0),
      .TERM3(0),
      .W(33),
      .LEVEL(3),
      .D(8),
      .ROW(64),
      .SHIFTS(3),
      .AMOUNTS('{5, -4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
      .FINGERPRINT(32'h13579bdf)
  ) u (
      .c2_i(asked),
      .c2_o(answer),
      .row_o(row),
      .retire_word_o(word),
      .*
  );
  always_ff @(posedge clk_i)
    if (asked.x_go) begin
      m_first_q   <= u.x_q.operation == V_FIRST;
      m_control_q <= u.x_q.operation == V_CONTROL;
      m_store_q   <= u.x_q.row && !u.x_q.load;
    end
  assign row_o = row & {64{u.m_valid_q && m_store_q}};
  assign retire_word_o = word & {33{retire_vd_o != 0}};
  // Registers, and when nobody looks at them.
  assign {result_o, part_o, number_o, zero_o} = {
    u.m_result_q, u.m_part_q, u.x_q.number, u.u_regfile.words[0]
  };
  assign {digits_o, left_o, digits_left_o} = {
    u.gen_field.u_multiplier.b_q, u.gen_field.left_q, u.gen_field.u_multiplier.left_q
  };
  assign kept = !u.m_valid_q && u.x_valid_q && u.x_late_q;  // a row for a store
  assign reads = u.m_valid_q && (m_first_q || m_store_q) || kept;
  assign writes = u.m_valid_q && u.m_vd_q != 0 && !u.m_load_q;
  assign low_unread_o = !(reads || writes || u.m_valid_q && m_control_q);
  assign high_unread_o = !(reads || writes);
  assign part_unread_o = !(u.m_valid_q && m_first_q || u.m_valid_q && m_control_q);
  assign part = u.x_q.operation inside {V_PART, V_FIRST};
  assign amount = u.x_q.operation inside {V_SHIFT, V_SHIFT_XOR};
  assign number_unread_o = !u.x_valid_q || !(part || amount || u.x_q.operation == V_CONTROL);
  assign never_read_o = 1;
  assign past_o = ~(32'hffffffff << 8 * (4 - u.gen_field.u_multiplier.left_q));
  assign holds_o = u.gen_field.left_q <= 4 && u.gen_field.u_multiplier.left_q == u.gen_field.left_q &&
      (u.m_result_q[63:33] == 0 || low_unread_o) &&
      (!u.m_valid_q || u.m_part_q < (m_first_q ? 2 : 1)) &&
      (!u.x_valid_q ||
       (!u.x_late_q || !u.m_valid_q || u.m_load_q) &&
       (u.x_q.number < 2 || !part) && (u.x_q.number < 3 || !amount) &&
       (u.x_q.number inside {[0:5], [16:18], 31} || u.x_q.operation != V_CONTROL) &&
       (u.x_q.operation == V_XOR || !u.x_q.load) && (u.x_q.row || !u.x_q.load) &&
       (u.x_q.operation == V_SECOND || !u.x_q.row || u.x_q.load) &&
       (u.x_q.vd == 0 || !(u.x_q.operation inside {V_FIRST, V_SECOND, V_CONTROL})));
endmodule
