// SPDX-License-Identifier: Apache-2.0
// What Reed-Solomon and BCH codes over GF(2^m), m = 9..14, have in common: set-up of the field, Berlekamp-Massey, root
// search. gf16.h (the backend's) has the arithmetic.
#ifndef EVARISTE_GF16_CODE_H
#define EVARISTE_GF16_CODE_H

#include "code.h"
#include "gf16.h"

// CODE_OK, CODE_BAD_DEGREE, CODE_REDUCIBLE or CODE_NOT_PRIMITIVE. `tables` holds GF16_TABLE_WORDS(m) words.
int gf16_init(gf16_t *field, uint32_t polynomial, uint32_t *tables);

// The shortest register that makes `count` syndromes; `locator` starts as the erasure locator (degree `erased`; 1 for
// none) in an array of count + 2 elements that are otherwise 0; `previous` is as long. Returns the register's length.
unsigned gf16_locator(const gf16_t *field, const uint16_t *syndromes, unsigned count, unsigned erased,
                      uint16_t *locator, uint16_t *previous);

// The positions p < end with locator(beta^-p) = 0, beta = x^step. `terms` has degree + 1 elements. Returns how many.
unsigned gf16_roots(const gf16_t *field, const uint16_t *locator, unsigned degree, unsigned step, unsigned end,
                    uint16_t *positions, uint16_t *terms);

#endif
