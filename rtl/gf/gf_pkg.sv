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

  // Reduction controls of a multiplier. All lanes share one set for each of a lane's four.
  typedef struct packed {
    // taps[m]: reduce for degree m. At most one is set; none leaves the matrix out.
    logic [8:2] taps;
    // keep[i]: bit i of the product belongs to the remainder. Bits 0 and 1 always do.
    logic [7:2] keep;
  } mul_ctrl_t;

  // Reduction controls of a squarer. All lanes share one set for each of a lane's seven. In a square only every second
  // product bit can be set, so four columns, selected by the parity of m, are enough.
  typedef struct packed {
    byte_t [3:0] columns;  // the column multiplying operand bit ceil(m/2) + k
    logic [4:1]  half;     // one-hot: ceil(m/2)
    logic [3:1]  keep;     // keep[i]: operand bit i lands on a product bit below m
  } sq_ctrl_t;

  // How the blocks of a lane are connected; all four lanes share one set. chain and pass are of the
  // four multipliers.
  typedef struct packed {
    logic add;  // e[0] = 1, and the fourth multiplier passes b
    logic sq;  // result = first square
    logic pow;  // exponent bits come from b
    logic mul;  // result = fourth multiplier
    logic clmul;  // all multipliers take b, products are summed outside
    logic [4:1] chain;  // the multiplier takes a square of the cascade
    logic [4:1] pass;  // ... and multiplies by 1
    logic short_chain;  // the third takes the third square: inverse for m = 3, 5, 6 (a^62, a^30)
    logic long_chain;  // ... the fifth: inverse for m = 2, 4, 7, 8 (a^254, a^126), powers
    logic long_inv;  // ... and multiplies by the second product: the former
    logic tap6;  // result = sixth square: inverse for m = 5, 7
    logic tap7;  // ... seventh: inverse for other m
  } lane_ctrl_t;

  // The cascade in 1 to 4 cycles (gf_lane): where registers cut it, and the cycle, from 0, in which
  // it comes to a multiplier.
  typedef struct packed {
    logic m1;  // after the first multiplier
    logic m2;
    logic s3;  // after the third squarer
    logic m3;
  } cuts_t;

  function automatic cuts_t cuts_of(int unsigned cycles);
    case (cycles)
      2: return '{s3: 1'b1, default: 1'b0};
      3: return '{m2: 1'b1, m3: 1'b1, default: 1'b0};
      4: return '{m1: 1'b1, s3: 1'b1, m3: 1'b1, default: 1'b0};
      default: return '0;
    endcase
  endfunction

  // Blocks in their order: squarers and multipliers have different numbers for the same place.
  function automatic logic [1:0] turn_of_mul(int unsigned k, int unsigned cycles);
    cuts_t cuts;
    cuts = cuts_of(cycles);
    turn_of_mul = '0;
    if (k > 1) turn_of_mul += 2'(cuts.m1);
    if (k > 2) turn_of_mul += 2'(cuts.m2) + 2'(cuts.s3);
    if (k > 3) turn_of_mul += 2'(cuts.m3);
  endfunction

  function automatic logic [1:0] turn_of_sq(int unsigned k, int unsigned cycles);
    cuts_t cuts;
    cuts = cuts_of(cycles);
    turn_of_sq = '0;
    if (k > 1) turn_of_sq += 2'(cuts.m1);
    if (k > 2) turn_of_sq += 2'(cuts.m2);
    if (k > 3) turn_of_sq += 2'(cuts.s3);
    if (k > 5) turn_of_sq += 2'(cuts.m3);
  endfunction

endpackage
