// SPDX-License-Identifier: Apache-2.0
// Squarer in a programmable field of degree 2..8. Squaring spreads the operand: c[2i] = a[i]. The
// remainder has a[i] on bit 2i < m. Operand bit h+k, with h = ceil(m/2), meets the column of
// x^(2(h+k)): column 2k for even m, 2k+1 for odd m. gf_control selects the column once for all
// squarers and clears the columns beyond m-2, so the selection below does not depend on m.
//
// MIN_DEGREE: smallest degree that is ever used; the selections of smaller ones are left out.
//
// Operands: any; bits from m up are ignored. Combinational; 6 selections, 3 AND, then the 8x4
// matrix: 32 AND, 28 XOR. With ctrl_i at zero only bit 0 passes.
module gf_sq
  import gf_pkg::*;
#(
    parameter int unsigned MIN_DEGREE = 2
) (
    input byte_t a_i,
    input sq_ctrl_t ctrl_i,
    output byte_t out_o
);

  logic [3:0] red;
  logic [4:1] half;

  always_comb
    for (int unsigned h = 1; h <= 4; h++) half[h] = ctrl_i.half[h] & (2 * h >= MIN_DEGREE);

  always_comb begin
    red   = '0;
    out_o = '0;
    if (!ForSimulation || a_i != '0) begin
      red[0] = |({a_i[4], a_i[3], a_i[2], a_i[1]} & half);
      red[1] = |({a_i[5], a_i[4], a_i[3]} & half[4:2]);
      red[2] = |({a_i[6], a_i[5]} & half[4:3]);
      red[3] = a_i[7];
      out_o  = {1'b0, a_i[3], 1'b0, a_i[2], 1'b0, a_i[1], 1'b0, a_i[0]};
      out_o &= {1'b0, ctrl_i.keep[3], 1'b0, ctrl_i.keep[2], 1'b0, ctrl_i.keep[1], 1'b0, 1'b1};
      for (int unsigned k = 0; k < 4; k++) out_o ^= {8{red[k]}} & ctrl_i.columns[k];
    end
  end

endmodule
