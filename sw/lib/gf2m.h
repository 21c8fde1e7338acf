// SPDX-License-Identifier: Apache-2.0
// The binary fields GF(2^m) of elliptic-curve cryptography, m = 163, 233, 239, 283, 409, 571, in polynomial basis.
//
// An element is ceil(m/32) words, least significant first, with bits from m on zero. Operands must be reduced, and
// results are. A result may be an operand; partial overlap is not allowed. Time and addresses depend only on m (and on
// n in _sqrn), never on values. So all functions may be used on secrets.
//
//     ev_gf2_233_mul(r, a, b)    a b                ev_gf2_233_sqr(r, a)       a^2           ev_gf2_233_add(r, a, b)   a + b
//     ev_gf2_233_sqrn(r, a, n)   a^(2^n), n >= 0    ev_gf2_233_sqrt(r, a)      a^(1/2)       ev_gf2_233_inv(r, a)      1/a, 0 for 0
//     ev_gf2_233_trace(a)        0 or 1             ev_gf2_233_half_trace(r, a)  z with z^2 + z = a when the trace is 0
//     ev_gf2_233_reduce(r, c)    c (2 ceil(m/32) words, degree at most 2m - 2) modulo the polynomial
//
// Cycles per backend: doc/ecc.md. Source: Guide to Elliptic Curve Cryptography (2004), 2.3; Itoh and Tsujii (1988).
#ifndef EVARISTE_GF2M_H
#define EVARISTE_GF2M_H

#include <stdint.h>

#define GF2M_DECLARE_(M)                                                      \
    void ev_gf2_##M##_add(uint32_t *r, const uint32_t *a, const uint32_t *b); \
    void ev_gf2_##M##_mul(uint32_t *r, const uint32_t *a, const uint32_t *b); \
    void ev_gf2_##M##_sqr(uint32_t *r, const uint32_t *a);                    \
    void ev_gf2_##M##_sqrn(uint32_t *r, const uint32_t *a, unsigned n);       \
    void ev_gf2_##M##_reduce(uint32_t *r, const uint32_t *c);                 \
    void ev_gf2_##M##_inv(uint32_t *r, const uint32_t *a);                    \
    void ev_gf2_##M##_sqrt(uint32_t *r, const uint32_t *a);                   \
    void ev_gf2_##M##_half_trace(uint32_t *r, const uint32_t *a);             \
    unsigned ev_gf2_##M##_trace(const uint32_t *a);

GF2M_DECLARE_(163)
GF2M_DECLARE_(233)
GF2M_DECLARE_(239)
GF2M_DECLARE_(283)
GF2M_DECLARE_(409)
GF2M_DECLARE_(571)

#endif
