// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the accelerator's specification, bit by bit as in a textbook.
package vword_spec_pkg;

  localparam int unsigned Longest = 16;  // bits of a word, at most: the proofs are of small instances
  typedef logic [Longest-1:0] word_t;
  typedef logic [2*Longest-1:0] double_t;

  // a modulo x^m + x^t1 + x^t2 + x^t3 + 1; t2 = t3 = 0 for three terms. Long division.
  function automatic word_t remainder(double_t a, int unsigned m, int unsigned t1, int unsigned t2, int unsigned t3);
    double_t f;
    f = double_t'(1) << m ^ double_t'(1) << t1 ^ double_t'(1);
    if (t2 != 0) f ^= double_t'(1) << t2 ^ double_t'(1) << t3;
    for (int i = 2 * Longest - 1; i >= 0; i--) if (i >= m && a[i]) a ^= f << (i - m);
    return word_t'(a);
  endfunction

  // The square: a term x^i becomes x^2i, and mixed terms occur twice.
  function automatic word_t square(word_t a, int unsigned m, int unsigned t1, int unsigned t2, int unsigned t3);
    double_t spread;
    spread = '0;
    for (int unsigned i = 0; i < Longest; i++) spread[2*i] = a[i];
    return remainder(spread, m, t1, t2, t3);
  endfunction

endpackage
