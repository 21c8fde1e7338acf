// SPDX-License-Identifier: Apache-2.0
// One lane of the Galois-field unit by definition. The 32x32 product is not here: its proof compares polynomials.
module gf_spec_lane
  import gf_spec_pkg::*;
(
    input gf_pkg::gf_op_e op_i,
    input byte_t a_i,
    input byte_t b_i,
    input matrix_t cols_i,
    input logic [3:0] m_i,
    output byte_t lo_o
);

  always_comb begin
    case (op_i)
      gf_pkg::GF_ADD: lo_o = a_i ^ b_i;
      gf_pkg::GF_SQ: lo_o = sq(a_i, cols_i, m_i);
      gf_pkg::GF_POW: lo_o = pow(a_i, b_i, cols_i, m_i);
      gf_pkg::GF_INV: lo_o = inv(a_i, cols_i, m_i);
      gf_pkg::GF_MUL: lo_o = mul(a_i, b_i, cols_i, m_i);
      default: lo_o = '0;
    endcase
  end

endmodule
