// SPDX-License-Identifier: Apache-2.0
// The definition of the Galois-field unit, written from the formulas of the ISA manual (gen/gfp/isa.md) and from
// nothing in rtl/gf: products by shift and add, one reduction for multiplier and squarer, the inverse's chain step by
// step.
package gf_spec_pkg;

  typedef logic [7:0] byte_t;
  typedef logic [55:0] matrix_t;  // column j in bits 8j+7:8j

  function automatic logic legal(logic [3:0] m);
    return m >= 4'd2 && m <= 4'd8;
  endfunction

  // Carry-less product, by shift and add.
  function automatic logic [14:0] product(byte_t a, byte_t b);
    product = '0;
    for (int i = 0; i < 8; i++) if (b[i]) product ^= 15'(a) << i;
  endfunction

  // (c mod 2^m) ^ XOR of column j over all j = 0..m-2 with c[m+j] set.
  function automatic byte_t reduce(logic [14:0] c, matrix_t columns, logic [3:0] m);
    logic [14:0] high;
    reduce = '0;
    for (int i = 0; i < 8; i++) if (4'(i) < m) reduce[i] = c[i];
    high = c >> m;  // bit j is c[m+j]
    for (int j = 0; j < 7; j++) if (4'(j) + 4'd2 <= m && high[j]) reduce ^= columns[8*j+:8];
  endfunction

  function automatic byte_t mul(byte_t a, byte_t b, matrix_t columns, logic [3:0] m);
    return reduce(product(a, b), columns, m);
  endfunction

  function automatic byte_t sq(byte_t a, matrix_t columns, logic [3:0] m);
    logic [14:0] c;
    c = '0;
    for (int i = 0; i < 8; i++) c[2*i] = a[i];
    return reduce(c, columns, m);
  endfunction

  // XOR of a^(2^i) over the set bits i of e.
  function automatic byte_t pow(byte_t a, byte_t e, matrix_t columns, logic [3:0] m);
    byte_t s;
    pow = '0;
    s   = a;
    for (int i = 0; i < 8; i++) begin
      if (e[i]) pow ^= s;
      s = sq(s, columns, m);
    end
  endfunction

  // The chain of the manual, for every operand and every matrix.
  function automatic byte_t inv(byte_t a, matrix_t columns, logic [3:0] m);
    byte_t s1, m1, s2, m2, s3, s4, s5, m3, s6, m4, s7;
    s1 = sq(a, columns, m);
    m1 = mul(s1, a, columns, m);
    s2 = sq(m1, columns, m);
    m2 = mul(s2, a, columns, m);
    s3 = sq(m2, columns, m);
    s4 = sq(s3, columns, m);
    s5 = sq(s4, columns, m);
    m3 = (m == 4'd3 || m == 4'd5 || m == 4'd6) ? mul(s3, a, columns, m) : mul(s5, m2, columns, m);
    s6 = sq(m3, columns, m);
    m4 = mul(s6, a, columns, m);
    s7 = sq(m4, columns, m);
    return (m == 4'd5 || m == 4'd7) ? s6 : s7;
  endfunction

endpackage
