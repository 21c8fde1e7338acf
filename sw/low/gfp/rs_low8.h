// SPDX-License-Identifier: Apache-2.0
// Kernels of this backend that the rs_low functions choose between. All need the field register.
#ifndef EVARISTE_RS_LOW8_H
#define EVARISTE_RS_LOW8_H

#include "rs_tables.h"

// Berlekamp-Massey without erasures for at most 16 syndromes: writes 4 words of locator, returns the length.
unsigned rs_locator8(const uint32_t *syndromes, uint32_t *locator, unsigned checks);

// Values of a polynomial at 20 points: coefficients from the highest, each in all lanes, at least 1.
void gf_values20(const uint32_t *coefficients, const uint32_t *end, const uint32_t points[5], uint32_t values[5]);

#endif
