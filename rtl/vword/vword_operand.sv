// SPDX-License-Identifier: Apache-2.0
// The value of an operand in stage d: the newest of what the file, stage m and stage x have; 0 for
// register 0.
//
// A row that is loaded is there in m, in the cycle in which the load completes. An instruction that
// needs it in x waits until then. A store needs it in m, so one that is not there yet is `late`.
module vword_operand #(
    parameter int unsigned W = 294
) (
    input logic [  4:0] number_i,  // 0: none, or register 0
    input logic [W-1:0] file_i,

    input logic [  4:0] x_vd_i,      // what the instruction in x writes; 0: nothing
    input logic         x_load_i,
    input logic [W-1:0] x_result_i,
    input logic [  4:0] m_vd_i,
    input logic         m_load_i,
    input logic         m_go_i,
    input logic [W-1:0] m_value_i,

    output logic [W-1:0] value_o,
    output logic         late_o    // the value is not there yet
);

  logic in_x, in_m;

  assign in_x = number_i != '0 & number_i == x_vd_i;
  assign in_m = number_i != '0 & number_i == m_vd_i;

  always_comb begin
    // Gates, as in vword_execute.
    value_o = file_i & {W{number_i != '0 & ~in_x & ~in_m}} | m_value_i & {W{in_m & ~in_x}} |
        x_result_i & {W{in_x}};
    late_o = in_x ? x_load_i : in_m & m_load_i & ~m_go_i;
  end

endmodule
