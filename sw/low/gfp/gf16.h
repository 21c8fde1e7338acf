// SPDX-License-Identifier: Apache-2.0
// GF(2^m), m = 9..14, on the 32-bit carry-less product, without tables: a product is a carry-less product and a Barrett
// reduction, 3 gfmul32 and 3 other instructions.
//   p = a b, degree below 2m - 1;  q = floor(p / f) = floor(floor(p / x^m) mu / x^m), mu = floor(x^2m / f);  p - q f
#ifndef EVARISTE_GF16_H
#define EVARISTE_GF16_H

#include <evariste/code.h>

#include "gfp.h"

static inline void ev_gf16_tables(ev_gf16_t *field, uint32_t *tables) {
    (void)tables;
    uint32_t rest = 1u << field->m, mu = 1;   // long division of x^2m by the polynomial
    rest ^= field->polynomial;
    for (unsigned i = 0; i < field->m; i++) {
        rest <<= 1;
        mu <<= 1;
        if (rest >> field->m) {
            rest ^= field->polynomial;
            mu |= 1;
        }
    }
    field->mu = (uint16_t)mu;
}

static inline unsigned ev_gf16_reduce(const ev_gf16_t *field, uint32_t product) {
    const uint32_t quotient = gf_mul32_lo(product >> field->m, field->mu) >> field->m;
    return product ^ gf_mul32_lo(quotient, field->polynomial);
}

static inline unsigned ev_gf16_mul(const ev_gf16_t *field, unsigned a, unsigned b) {
    return ev_gf16_reduce(field, gf_mul32_lo(a, b));
}

// a^(2^m - 2): with b_j = a^(2^j - 1), b_(2j) = b_j^(2^j) b_j and b_(j+1) = b_j^2 a (Itoh, Tsujii 1988), over the bits of m - 1.
static inline unsigned ev_gf16_inv(const ev_gf16_t *field, unsigned a) {
    const unsigned last = field->m - 1u;
    unsigned b = a, j = 1;
    for (unsigned bit = last >= 8 ? 4 : 3; bit-- > 0;) {
        if (j > last >> (bit + 1) || j < last >> (bit + 1)) continue;
        unsigned power = b;
        for (unsigned i = 0; i < j; i++) power = ev_gf16_mul(field, power, power);
        b = ev_gf16_mul(field, power, b);
        j *= 2;
        if (last >> bit & 1) {
            b = ev_gf16_mul(field, ev_gf16_mul(field, b, b), a);
            j++;
        }
    }
    return ev_gf16_mul(field, b, b);
}

// x^exponent, exponent < order.
static inline unsigned ev_gf16_alpha(const ev_gf16_t *field, unsigned exponent) {
    unsigned power = 1;
    for (unsigned bit = field->m; bit-- > 0;) {
        power = ev_gf16_mul(field, power, power);
        if (exponent >> bit & 1) power = ev_gf16_mul(field, power, 2);
    }
    return power;
}

#endif
