// SPDX-License-Identifier: Apache-2.0
// One operand of the instruction in stage d: where its value is, and whether to wait for it.
//
// The newest older instruction that writes the register counts. In x, its result is there at the
// end of the cycle, or a stage later (`late`: loads). In m, a late result is there at the end of
// the cycle in which m is done.
//
// early_o is the value for a branch, which needs it at the beginning of the cycle: from registers
// only, so that the memory and the adder of x are not on the way to the next address.
module mips_forward (
    input logic [ 4:0] number_i,  // 0: the value is 0
    input logic [31:0] file_i,

    input logic x_write_i,
    input logic x_late_i,
    input logic [4:0] x_rd_i,
    input logic [31:0] x_result_i,

    input logic m_write_i,
    input logic m_late_i,
    input logic m_done_i,
    input logic [4:0] m_rd_i,
    input logic [31:0] m_result_i,
    input logic [31:0] m_late_result_i,

    input logic w_write_i,
    input logic [4:0] w_rd_i,
    input logic [31:0] w_data_i,

    output logic [31:0] early_o,
    output logic early_wait_o,
    output logic [31:0] value_o,
    output logic wait_o
);

  logic x_hit, m_hit, w_hit;
  assign x_hit = x_write_i & x_rd_i == number_i & number_i != '0;
  assign m_hit = m_write_i & m_rd_i == number_i & number_i != '0;
  assign w_hit = w_write_i & w_rd_i == number_i & number_i != '0;

  assign early_o = m_hit ? m_result_i : w_hit ? w_data_i : file_i;
  assign early_wait_o = x_hit | (m_hit & m_late_i);

  assign value_o = x_hit ? x_result_i : m_hit & m_late_i ? m_late_result_i : early_o;
  assign wait_o = x_hit ? x_late_i : m_hit & m_late_i & ~m_done_i;

endmodule
