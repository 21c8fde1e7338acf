// SPDX-License-Identifier: Apache-2.0
// Points of binary curves on the accelerator: slots, and what is the same for all fields. Elements are in Montgomery's
// domain. Nothing here depends on a secret but the values in slots, and `flag` and `index`.
#ifndef MONTE_BINARY_H
#define MONTE_BINARY_H

#include "monte_points.h"

// S_P, S_ONE, S_ZERO and S_PLAIN are those of monte_points.h. B_D is inverted with the help of B_A and B_W.
enum { B_A = S_SX, B_D = S_SY, B_W = S_SZ };
// The ladder: two points X : Z, the point's x and y, the root of b.
enum {
    B_X1 = S_X, B_Z1 = S_Y, B_X2 = S_Z, B_Z2 = S_EX, B_T = S_EY, B_U = S_NEG, B_V = S_T0, B_X = S_T1, B_Y = S_T2,
    B_ROOT = S_T3, B_C = S_T4, BINARY_SLOTS = S_TX,
};
// The comb: the sum X : L : Z in lambda-projective coordinates, an entry of the table, b + a, twice the entry. The table
// has x first, then lambda.
enum {
    C_X = S_X, C_L = S_Y, C_Z = S_Z, C_EX = S_EX, C_EL = S_EY, C_MINUS = S_NEG, C_T = S_T0, C_U = S_T1, C_V = S_T2,
    C_W = S_T3, C_A = S_T4, C_B = S_T5, C_BA = S_T6, C_TX = S_SX, C_TL = S_OLD_Z, C_TABLE = S_TX,
    COMB_BINARY_SLOTS = S_TABLE_END,
};

// D = D^(2^degree - 2), which is 1/D, or 0 for 0.
void ev_monte_invert_binary(unsigned degree);
// V = V^(2^n)
void ev_monte_squares(unsigned n);

// A step of the ladder: (1) + (2), and the double of the one that the bits of k choose (`other`: not the same as before).
void ev_monte_step(uint32_t other);   // any b: 6M + 4S
void ev_monte_step1(uint32_t other);  // b = 1: 5M + 4S
// Before and behind the inversion of Z1 Z2 x, which is in D: from X1 : Z1 of k P and X2 : Z2 of (k + 1) P to (X1, Z1),
// the affine coordinates of k P. flag is 1 for infinity.
void ev_monte_ladder_end(void);
void ev_monte_ladder_affine(void);

void ev_monte_set_entry(uint32_t index, uint32_t minus);                          // X L Z = (EX, EL), the table's entry
void ev_monte_double_binary(uint32_t index, unsigned a, unsigned koblitz);        // X L Z: 4M + 4S, or 3M + 4S; reads an entry
void ev_monte_add_entry(uint32_t minus);                                          // X L Z + that entry, if they differ: 8M + 2S
void ev_monte_add_entry_to_any(uint32_t minus, unsigned a);                       // the same for any points

#endif
