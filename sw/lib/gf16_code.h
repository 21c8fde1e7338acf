// SPDX-License-Identifier: Apache-2.0
// The common part of Reed-Solomon and BCH codes over GF(2^m), m = 9..14: set-up of the field, Berlekamp-Massey, root
// search. The backend's gf16.h has the arithmetic.
#ifndef EVARISTE_GF16_CODE_H
#define EVARISTE_GF16_CODE_H

#include <evariste/code.h>

#include "gf16.h"

// EV_BAD_DEGREE, EV_REDUCIBLE or EV_NOT_PRIMITIVE if the polynomial makes no field. `tables` holds
// EV_GF16_TABLE_WORDS(m) words.
ev_status_t ev_gf16_init(ev_gf16_t *field, uint32_t polynomial, uint32_t *tables);

// Berlekamp-Massey: the shortest linear-feedback shift register that generates `count` syndromes. `locator` starts as
// the erasure locator (degree `erased`; 1 for none) in an array of count + 2 elements; the others are 0. `previous` has
// the same length. Returns the register's length.
unsigned ev_gf16_locator(const ev_gf16_t *field, const uint16_t *syndromes, unsigned count, unsigned erased,
                      uint16_t *locator, uint16_t *previous);

// Finds the positions p < end with locator(beta^-p) = 0, beta = x^step, and returns how many. `terms` has degree + 1
// elements.
unsigned ev_gf16_roots(const ev_gf16_t *field, const uint16_t *locator, unsigned degree, unsigned step, unsigned end,
                    uint16_t *positions, uint16_t *terms);

#endif
