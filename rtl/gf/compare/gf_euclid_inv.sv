// SPDX-License-Identifier: Apache-2.0
// Inverse in GF(2^M) by Euclid's algorithm as a systolic array: 2M rows, one step each. It serves
// only for comparison with the inverse of gf_lane; no machine uses it. After Brunner, Curiger and
// Hofstetter, IEEE Trans. Computers 42 (1993): each step is controlled by two bits and by a
// difference of degrees, kept as a one-hot number.
//
// poly_i: the field's irreducible polynomial without x^M, constant. The operand must not be zero.
// One inverse a cycle, 2M - 1 cycles after its operand. The last row's result is not registered.
module gf_euclid_inv #(
    parameter int unsigned M = 8
) (
    input logic clk_i,
    input logic [M-1:0] a_i,
    input logic [M-1:0] poly_i,
    output logic [M-1:0] out_o
);

  if (M < 2) begin : gen_check
    $fatal(1, "gf_euclid_inv: M must be at least 2");
  end

  // These bits are unused: the polynomial's last bit is always set, the last remainder and
  // coefficient are not the result, and the highest bit of a difference of degrees is shifted out.
  /* verilator lint_off UNUSEDSIGNAL */
  typedef struct packed {
    logic [M:0] r, s;  // remainders
    logic [M-1:0] u, v;  // their coefficients
    logic [M:0] delta;  // one-hot: degree of s minus degree of r
  } step_t;

  // u * x and u / x modulo the polynomial.
  function automatic logic [M-1:0] up(logic [M-1:0] u, logic [M-1:0] poly);
    return {u[M-2:0], 1'b0} ^ ({M{u[M-1]}} & poly);
  endfunction
  function automatic logic [M-1:0] down(logic [M-1:0] u, logic [M-1:0] poly);
    return {1'b0, u[M-1:1]} ^ ({M{u[0]}} & {1'b1, poly[M-1:1]});
  endfunction

  function automatic step_t next(step_t x, logic [M-1:0] poly);
    step_t y;
    logic [M:0] s;
    logic [M-1:0] v;
    y = x;
    s = x.s ^ ({M + 1{x.s[M]}} & x.r);
    v = x.v ^ ({M{x.s[M]}} & x.u);
    if (!x.r[M]) begin
      y.r = {x.r[M-1:0], 1'b0};
      y.u = up(x.u, poly);
      y.delta = {x.delta[M-1:0], 1'b0};
    end else if (x.delta[0]) begin
      y.r = {s[M-1:0], 1'b0};
      y.s = x.r;
      y.u = up(v, poly);
      y.v = x.u;
      y.delta = {{M - 1{1'b0}}, 2'b10};
    end else begin
      y.s = {s[M-1:0], 1'b0};
      y.v = v;
      y.u = down(x.u, poly);
      y.delta = {1'b0, x.delta[M:1]};
    end
    return y;
  endfunction

  step_t [2*M-1:0] row;
  step_t last;

  assign row[0] = '{r: {1'b0, a_i}, s: {1'b1, poly_i}, u: M'(1), v: '0, delta: (M + 1)'(1)};

  for (genvar i = 0; i < 2 * M - 1; i++) begin : gen_row
    always_ff @(posedge clk_i) row[i+1] <= next(row[i], poly_i);
  end

  assign last  = next(row[2*M-1], poly_i);
  assign out_o = last.u;

endmodule
