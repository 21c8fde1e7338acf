// SPDX-License-Identifier: Apache-2.0
// Multiplier in a programmable field of degree 2..8: the carry-less product of two bytes, unreduced
// and reduced. The unreduced product serves wider carry-less products.
//
// Operands: any; gf_reduce says what bits from m up do. Combinational.
module gf_mul
  import gf_pkg::*;
#(
    parameter int unsigned MIN_DEGREE = 2
) (
    input byte_t x_i,
    input byte_t y_i,
    input columns_t columns_i,
    input mul_ctrl_t ctrl_i,
    output logic [14:0] prod_o,
    output byte_t out_o
);

  gf_clmul8 u_product (
      .x_i,
      .y_i,
      .prod_o
  );

  gf_reduce #(
      .MIN_DEGREE(MIN_DEGREE)
  ) u_reduce (
      .prod_i(prod_o),
      .columns_i,
      .ctrl_i,
      .out_o
  );

endmodule
