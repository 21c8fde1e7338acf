// SPDX-License-Identifier: Apache-2.0
// Whether the bundle in r must wait for an operand: a load or a product in x has its result only at
// the end of m. With FORWARD = 0 it waits until every result is in the register file.
//
// Guards do not count: a bundle waits for a result that a guard keeps back, and for an operand of
// an operation that a guard turns off. So no time depends on a flag.
module coreva_interlock
  import coreva_pkg::*;
#(
    parameter bit FORWARD = 1'b1
) (
    input op_t [Slots-1:0] r_op_i,
    // The registers that the later stages write; 0: none, or the bundle is not there.
    input logic [Slots-1:0][4:0] x_rd_i,
    input logic [Slots-1:0] x_late_i,
    input logic [Slots-1:0][4:0] m_rd_i,
    input logic [Slots-1:0][4:0] w_rd_i,
    output logic wait_o
);

  // The registers that an operation reads.
  logic [Slots-1:0][2:0][4:0] needs;

  always_comb begin
    wait_o = 1'b0;
    for (int unsigned k = 0; k < Slots; k++) begin
      needs[k] = {r_op_i[k].third ? r_op_i[k].rd : 5'd0, r_op_i[k].ra, r_op_i[k].rb};
      for (int unsigned i = 0; i < 3; i++)
      for (int unsigned j = 0; j < Slots; j++) begin
        if (needs[k][i] != '0 & needs[k][i] == x_rd_i[j] & (x_late_i[j] | ~FORWARD)) wait_o = 1'b1;
        if (~FORWARD & needs[k][i] != '0 & (needs[k][i] == m_rd_i[j] | needs[k][i] == w_rd_i[j]))
          wait_o = 1'b1;
      end
    end
  end

  // The rest of the operation is for others.
  logic unused;
  assign unused = &{1'b0, r_op_i, m_rd_i, w_rd_i};

endmodule
