// SPDX-License-Identifier: Apache-2.0
// GF(2^m), m = 9..14, on logarithm tables: exp[i] = x^i for i < 2 * order, log[exp[i]] = i.
#ifndef EVARISTE_GF16_H
#define EVARISTE_GF16_H

#include <evariste/code.h>

static inline void ev_gf16_tables(ev_gf16_t *field, uint32_t *tables) {
    uint16_t *const exp = (uint16_t *)tables, *const log = exp + (2u << field->m);
    uint32_t power = 1;
    for (unsigned i = 0; i < field->order; i++) {
        exp[i] = exp[i + field->order] = (uint16_t)power;
        log[power] = (uint16_t)i;
        power <<= 1;
        if (power >> field->m) power ^= field->polynomial;
    }
    field->exp = exp;
    field->log = log;
}

static inline unsigned ev_gf16_mul(const ev_gf16_t *field, unsigned a, unsigned b) {
    return a && b ? field->exp[field->log[a] + field->log[b]] : 0;
}

static inline unsigned ev_gf16_inv(const ev_gf16_t *field, unsigned a) { return field->exp[field->order - field->log[a]]; }

// x^exponent, exponent < order.
static inline unsigned ev_gf16_alpha(const ev_gf16_t *field, unsigned exponent) { return field->exp[exponent]; }

#endif
