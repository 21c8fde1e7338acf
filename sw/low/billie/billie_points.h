// SPDX-License-Identifier: Apache-2.0
// Points on the accelerator: registers, and what is the same for all fields. Nothing here depends on a secret but values
// in registers, and `flag` and `index`.
#ifndef BILLIE_POINTS_H
#define BILLIE_POINTS_H

#include "gf2m_kernels.h"

// The ladder: two points X : Z, the point's x and y, the root of b. G_V and G_W are for the end and for inverses.
enum { G_X1, G_Z1, G_X2, G_Z2, G_T, G_U, G_V, G_W, G_X, G_Y, G_ROOT, G_A, G_C, G_D, G_ZERO, G_ONE };
// The comb: the sum X : L : Z in lambda-projective coordinates, an entry of the table, b + a, twice the entry.
enum {
    C_X = G_X1, C_L = G_Z1, C_Z = G_X2, C_T = G_T, C_U = G_U, C_V = G_V, C_W = G_W, C_EX = G_X, C_EL = G_Y, C_BA = G_ROOT,
    C_A = G_A, C_B = G_C, C_TX = G_D, C_TL = G_Z2, C_MINUS = G_V,
};

// The accelerator in front of a computation with slots of `words` words.
void ev_billie_begin(const void *slots, unsigned words);
// Clears all registers and waits until all commands have ended. 0 if one has failed.
unsigned ev_billie_end(void);

// A step of the ladder: (1) + (2), and the double of the one that the bits of k choose (`other`: not the same as before).
void ev_billie_step(uint32_t other);   // any b: 6M + 5S
void ev_billie_step1(uint32_t other);  // b = 1: 5M + 5S
// Before and behind the inversion of Z1 Z2 x, which is in G_D: from X1 : Z1 of k P and X2 : Z2 of (k + 1) P to (X1, Z1),
// the affine coordinates of k P. flag is 1 for infinity.
void ev_billie_ladder_end(void);
void ev_billie_ladder_affine(void);

void ev_billie_entry(uint32_t index, uint32_t minus);       // (EX, EL) from the table
void ev_billie_double(unsigned a, unsigned koblitz);        // X L Z: 4M + 4S, or 3M + 4S
void ev_billie_add(void);                                   // X L Z + (EX, EL) for different points: 8M + 2S
void ev_billie_set_entry(void);                             // X L Z = (EX, EL)
void ev_billie_add_to_any(unsigned a);                      // the same for any points

#endif
