// SPDX-License-Identifier: Apache-2.0
// The kernels of this backend. The ev_rs_low functions choose among them. All need the field register.
#ifndef EVARISTE_RS_LOW8_H
#define EVARISTE_RS_LOW8_H

#include "rs_tables.h"

// Berlekamp-Massey without erasures for at most 16 syndromes: writes 4 words of locator, returns the length.
unsigned ev_rs_berlekamp_massey8(const uint32_t *syndromes, uint32_t *locator, unsigned checks);

// The same for at most 32 syndromes: 5 words of locator.
unsigned ev_rs_berlekamp_massey16(const uint8_t *syndromes, uint32_t *locator, unsigned checks);

// Roots in GF(2^8) of a polynomial of degree 8 or less, 3 words of locator; see rs_search8.S. Finds a double root once.
unsigned ev_rs_search8(const uint32_t *cubes, const uint32_t *locator, uint8_t *elements, unsigned wanted);

// Roots at blocks of 20 points, at most `wanted`; see rs_chien20.S.
unsigned ev_rs_chien20(const uint32_t *coefficients, const uint32_t *end, const uint32_t points[6], unsigned blocks,
                    uint8_t *elements, unsigned wanted);

// Evaluator over x times the locator's derivative at up to 8 points x, degree 5 to 8. 0 if the derivative is 0 nowhere; see
// rs_forney8.S.
uint32_t ev_rs_forney8(const uint32_t *syndromes, const uint32_t *locator, uint32_t *values, uint32_t mask);

// a * b mod x^16: a and the product are 4 words, b has end - b coefficients; the product may replace a.
void ev_rs_multiply16(const uint32_t *a, const uint8_t *b, const uint8_t *end, uint32_t *product);

// a * b mod x^(4 words), likewise for any number of words; at least 4 words of memory each.
void ev_rs_multiply_words(const uint32_t *a, unsigned words, const uint8_t *b, unsigned count, uint32_t *product);

// Values of a polynomial at 20 points: coefficients from the highest, each in all lanes, at least 1.
void ev_gf_values20(const uint32_t *coefficients, const uint32_t *end, const uint32_t points[5], uint32_t values[5]);

#endif
