// SPDX-License-Identifier: Apache-2.0
// One operand in stage r: the newest value of a register, from the register file or from the twelve
// results that are on their way to it. A halfword is forwarded by itself, because a guard can keep
// back one of two.
//
// A result in x that comes only in m is not there yet; coreva_interlock makes the bundle wait. With
// FORWARD = 0 it waits for every result, and the operand comes from the register file.
module coreva_forward
  import coreva_pkg::*;
#(
    parameter bit FORWARD = 1'b1
) (
    input logic [4:0] number_i,
    input logic [31:0] file_i,
    input result_t [Slots-1:0] x_i,
    input result_t [Slots-1:0] m_i,
    input result_t [Slots-1:0] w_i,
    output logic [31:0] value_o
);

  always_comb begin
    value_o = file_i;
    // The last one counts: the oldest stage first, and the lowest slot first.
    for (int unsigned half = 0; half < 2; half++) begin
      if (FORWARD) begin
        for (int unsigned k = 0; k < Slots; k++)
        if (w_i[k].en[half] & w_i[k].rd == number_i)
          value_o[16*half+:16] = w_i[k].value[16*half+:16];
        for (int unsigned k = 0; k < Slots; k++)
        if (m_i[k].en[half] & m_i[k].rd == number_i)
          value_o[16*half+:16] = m_i[k].value[16*half+:16];
        for (int unsigned k = 0; k < Slots; k++)
        if (x_i[k].en[half] & x_i[k].rd == number_i)
          value_o[16*half+:16] = x_i[k].value[16*half+:16];
      end
    end
  end

endmodule
