// SPDX-License-Identifier: Apache-2.0
// Points on the accelerator: slots, and what is the same for all fields. Elements are in Montgomery's domain.
//
// Nothing here depends on a secret but the values in slots. Every slot but those of tables is written by commands.
#ifndef MONTE_POINTS_H
#define MONTE_POINTS_H

#include <stdint.h>

#include "ec_inversion.h"
#include "monte_present.h"

// Jacobian coordinates of the sum; a point to be added; other elements. The powers that an inversion needs begin at S_EX.
// S_ONE has R^2 first, and R, which is 1, as soon as operands are in the domain.
enum {
    S_P, S_X, S_Y, S_Z, S_ONE, S_ZERO, S_EX, S_EY, S_NEG, S_T0, S_T1, S_T2, S_T3, S_T4, S_T5, S_T6,
    S_PLAIN,               // 1, outside of the domain
    S_SX, S_SY, S_SZ, S_OLD_Z, S_V,
    S_SAVED_X = S_T4, S_SAVED_Y, S_SAVED_Z,  // another sum
    S_TX = S_V + 1, S_TY = S_TX + 16, S_TABLE_END = S_TY + 16,  // a table of 16 points
    SLOTS = 64
};
// By what the points 1 .. 15 of the table have to be divided, while it is made.
#define S_RATIO(i) ((i) < 6 ? S_PLAIN + (i) : S_TABLE_END - 6 + (i))

void ev_monte_double(void);         // X Y Z: 4M + 4S
void ev_monte_add(void);            // X Y Z + (EX, EY) for different points, no infinity: 8M + 3S
void ev_monte_add_to_any(void);     // the same for any points
void ev_monte_add_saved(void);      // X Y Z + the saved point, any but its negative: 12M + 4S, and a doubling

// But for the last subtraction, ev_monte_end_y. So the caller can put a command behind the product in front of it: a
// table is read while a product is computed.
void ev_monte_double_but_y(ev_ec_inversion_t *beside);  // does two slices
void ev_monte_add_but_y(void);      // behind E in T0, F in T1, Z E in Z, E^2 in T2: 4M + S
void ev_monte_end_y(void);

void ev_monte_to_affine(void);      // (X, Y) = (X Z^2, Y Z^3) outside of the domain, for an inverted Z

// Z = Z^(p - 2), which is 1/Z, or 0 for 0.
void ev_monte_invert(const uint32_t *prime, int words);
void ev_monte_invert_beside(const uint32_t *prime, int words, ev_ec_inversion_t *beside);  // does slices

// The table: 1, 3, .. 31 or 1, 3, .. 15 times (X, Y), affine. S_PLAIN keeps its value.
void ev_monte_odd_16(const uint32_t *prime, int words);
void ev_monte_odd_8(const uint32_t *prime, int words);

#endif
