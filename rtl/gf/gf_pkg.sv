// SPDX-License-Identifier: Apache-2.0
// Types shared by the Galois-field blocks.
//
// A field GF(2^m), m = 2..8, is given to the blocks as seven byte columns: column j holds
// x^(m+j) mod r(x), so that a carry-less product c is reduced by
//     c mod r = c[m-1:0] ^ XOR_j c[m+j] * column j,   j = 0..m-2.
// r need not be irreducible, and the columns need not come from a polynomial.
package gf_pkg;

  localparam int unsigned NumLanes = 4;
  localparam int unsigned NumColumns = 7;

  // A few blocks describe the same function twice: for a simulator that compiles to branches (skip
  // an idle block, index an array), and for synthesis (plain gates). Only Verilator sets this.
  // doc/decisions/2026-11-21-two-forms-of-a-block.md has the speed that it buys, measured;
  // verify/gfp/unit/test_forms.py proves both forms of each block equal.
`ifdef VERILATOR
  localparam bit ForSimulation = 1'b1;
`else
  localparam bit ForSimulation = 1'b0;
`endif

  typedef logic [7:0] byte_t;

  // Carry-less product of a byte and a word.
  typedef logic [38:0] row_t;

  // Column j of the reduction matrix.
  typedef byte_t [NumColumns-1:0] columns_t;

  // What the four-lane unit computes (gf_unit).
  typedef enum logic [2:0] {
    GF_IDLE,  // nothing: both results are zero when the operands are
    GF_ADD,   // a ^ b
    GF_SQ,    // a^2 in each lane
    GF_POW,   // XOR over the set bits i of b of a^(2^i), in each lane
    GF_INV,   // a^-1 in each lane, 0 for 0
    GF_MUL,   // a * b in each lane
    GF_CLMUL  // 64-bit carry-less product of the 32-bit a and b
  } gf_op_e;

  // Reduction controls of a multiplier; all sixteen share one set.
  typedef struct packed {
    // taps[m]: reduce for degree m. At most one is set; none leaves the matrix out.
    logic [8:2] taps;
    // keep[i]: bit i of the product belongs to the remainder. Bits 0 and 1 always do.
    logic [7:2] keep;
  } mul_ctrl_t;

  // Reduction controls of a squarer; all twenty-eight share one set. In a square only every second
  // product bit can be set, so four columns, selected by the parity of m, are enough.
  typedef struct packed {
    byte_t [3:0] columns;  // the column multiplying operand bit ceil(m/2) + k
    logic [4:1]  half;     // one-hot: ceil(m/2)
    logic [3:1]  keep;     // keep[i]: operand bit i lands on a product bit below m
  } sq_ctrl_t;

  // How the blocks of a lane are connected; all four lanes share one set.
  typedef struct packed {
    logic add;         // e[0] = 1, and the fourth multiplier passes b
    logic sq;          // result = first square
    logic pow;         // exponent bits come from b
    logic inv;         // result = square 6 or 7
    logic mul;         // result = fourth multiplier
    logic clmul;       // all multipliers take b, products are summed outside
    logic one;         // the multipliers' second operand is 1: they pass the first
    logic long_chain;  // inverse for m = 2, 4, 7, 8 (a^254, a^126); else a^62, a^30
    logic tap6;        // inverse taken before the last multiplication (m = 5, 7)
  } lane_ctrl_t;

endpackage
