// SPDX-License-Identifier: Apache-2.0
// Scalars modulo the order n of a curve's base point: order_words words, least significant first. Time and addresses
// depend only on the curve.
#ifndef EVARISTE_EC_SCALAR_H
#define EVARISTE_EC_SCALAR_H

#include "ec.h"

unsigned ev_ec_scalar_is_zero(const ev_curve_t *c, const uint32_t *a);              // 1 or 0
unsigned ev_ec_scalar_below(const ev_curve_t *c, const uint32_t *a, const uint32_t *b);  // a < b, 1 or 0

// r = a + b mod n, r = a b mod n for a, b < n.
void ev_ec_scalar_add(const ev_curve_t *c, uint32_t *r, const uint32_t *a, const uint32_t *b);
void ev_ec_scalar_mul(const ev_curve_t *c, uint32_t *r, const uint32_t *a, const uint32_t *b);

// r = (a b + addend) / 2^(32 order_words) mod n for a, b, addend < n, where the backend has EC_HAS_MONTGOMERY_ROW. No
// addend (0) is 0.
void ev_ec_scalar_montgomery(const ev_curve_t *c, uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *addend);

// r = 1/a mod n, 0 for 0.
void ev_ec_scalar_inverse(const ev_curve_t *c, uint32_t *r, const uint32_t *a);

// r = 1/a modulo an odd number of so many words and bits, 0 for 0, by the divsteps of Bernstein and Yang (2019), with delta
// starting at 1/2; each backend takes as many at a time as suits it. `inverse` is 1/modulus mod 2^32. The time depends on the bits only.
void ev_ec_inverse_modulo(uint32_t *r, const uint32_t *a, const uint32_t *modulus, int words, uint16_t bits, uint32_t inverse);

// r = a mod n for a field element a: it is below 2^3 n on a binary curve, below 2 n on a prime curve.
void ev_ec_scalar_reduce(const ev_curve_t *c, uint32_t *r, const uint32_t *a);

// The leftmost order_bits bits of a digest, mod n (FIPS 186-4, 6.4).
void ev_ec_scalar_from_digest(const ev_curve_t *c, uint32_t *r, const uint8_t *digest, size_t length);

// r = (octets mod (n - 1)) + 1, most significant octet first.
void ev_ec_scalar_from_random(const ev_curve_t *c, uint32_t *r, const uint8_t *octets, size_t length);

#endif
