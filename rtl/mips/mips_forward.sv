// SPDX-License-Identifier: Apache-2.0
// One operand of the instruction in stage d: where its value is, and whether to wait for it.
//
// The newest older instruction that writes the register counts. In x, its result is there at the
// end of the cycle, or a stage later (`late`: loads). In m, a late result is there at the end of
// the cycle in which m is done.
//
// early_o is the value for a branch, which needs it at the beginning of the cycle: from registers
// only, so that the memory and the adder of x are not on the way to the next address.
module mips_forward
  import mips_pkg::*;
(
    input logic [ 4:0] number_i,  // 0: the value is 0
    input logic [31:0] file_i,

    input producer_t x_i,
    input producer_t m_i,
    input logic m_done_i,
    input logic [31:0] m_value_i,  // late or not
    input logic w_write_i,
    input logic [4:0] w_rd_i,
    input logic [31:0] w_data_i,

    output logic [31:0] early_o,
    output logic early_wait_o,
    output logic [31:0] value_o,
    output logic wait_o
);

  logic x_hit, m_hit, w_hit;
  assign x_hit = x_i.write & x_i.rd == number_i & number_i != '0;
  assign m_hit = m_i.write & m_i.rd == number_i & number_i != '0;
  assign w_hit = w_write_i & w_rd_i == number_i & number_i != '0;

  assign early_o = m_hit ? m_i.data : w_hit ? w_data_i : file_i;
  assign early_wait_o = x_hit | (m_hit & m_i.late);

  assign value_o = x_hit ? x_i.data : m_hit ? m_value_i : w_hit ? w_data_i : file_i;
  assign wait_o = x_hit ? x_i.late : m_hit & m_i.late & ~m_done_i;

endmodule
