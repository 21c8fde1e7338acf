// SPDX-License-Identifier: Apache-2.0
// y is the inverse of a if a * y = 1 in the field, or if both are 0. wrong_o is 1 if it is not, for an a in the field
// (bits from m up clear).
module gf_spec_inverse
  import gf_spec_pkg::*;
(
    input byte_t a_i,
    input byte_t y_i,
    input matrix_t cols_i,
    input logic [3:0] m_i,
    output logic wrong_o
);

  always_comb begin
    wrong_o = (y_i >> m_i) != '0;
    if (a_i == '0) wrong_o |= y_i != '0;
    else wrong_o |= mul(a_i, y_i, cols_i, m_i) != 8'd1;
    if ((a_i >> m_i) != '0) wrong_o = 1'b0;
  end

endmodule
