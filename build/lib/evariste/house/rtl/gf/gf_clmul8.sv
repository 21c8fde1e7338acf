// SPDX-License-Identifier: Apache-2.0
// Carry-less product of two bytes: prod = XOR over the set bits i of x of y << i.
//
// Operands: any. Combinational; 64 AND, 49 XOR, depth one AND and three XOR. No reduction.
module gf_clmul8 (
    input  logic [ 7:0] x_i,
    input  logic [ 7:0] y_i,
    output logic [14:0] prod_o
);

  always_comb begin
    prod_o = '0;
    if (!gf_pkg::ForSimulation || x_i != '0)
      for (int unsigned i = 0; i < 8; i++) prod_o ^= 15'({8{x_i[i]}} & y_i) << i;
  end

endmodule
