// SPDX-License-Identifier: Apache-2.0
// Logarithm tables of GF(2^m), m = 2..8, for any primitive polynomial. A product is two look-ups and an addition,
// without a test for zero: the "logarithm" of 0 is twice the order, and the antilogarithms are zero from there on.
//
//     exp[i] = x^i for i < 2 * order,  0 for 2 * order <= i <= 4 * order      log[exp[i]] = i for i < order
//     log[0] = 2 * order               a * b = exp[log[a] + log[b]]           order = 2^m - 1
#ifndef EVARISTE_GF_TABLE_H
#define EVARISTE_GF_TABLE_H

#include <evariste/status.h>

#define EV_GF_EXP_BYTES(m) (4u << (m))
#define EV_GF_LOG_ENTRIES(m) (1u << (m))

// The degree of a polynomial given as bits (bit i = coefficient of x^i).
unsigned ev_gf_degree(uint32_t polynomial);

// Is the polynomial irreducible over GF(2)? Trial division: for degrees up to 16.
int ev_gf_irreducible(uint32_t polynomial);

// Fills both tables. EV_BAD_DEGREE, EV_REDUCIBLE or EV_NOT_PRIMITIVE if the polynomial makes none.
ev_status_t ev_gf_table_init(uint8_t *exp, uint16_t *log, uint32_t polynomial);

// The operand of the gfcfg instruction: column j is x^(m+j) mod the polynomial, byte 7 is m, the polynomial's degree.
void ev_gf_field_init(uint32_t field[2], uint32_t polynomial, unsigned m);

#endif
