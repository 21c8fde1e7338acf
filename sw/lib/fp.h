// SPDX-License-Identifier: Apache-2.0
// The prime fields of elliptic-curve cryptography: modulo the primes of P-192, P-224, P-256, P-384 and P-521, and modulo
// 2^255 - 19. Not for programs.
//
// An element is W words, least significant first, and below the prime. For 25519 it is below twice the prime: `canonical`
// takes the prime away if it is there. A result may be an operand; partial overlap is not allowed. Time and addresses
// depend only on the field, never on values. Only _sqrt_vartime is for public values.
//
//     ev_fp_256_add(r, a, b)   a + b        ev_fp_256_mul(r, a, b)   a b       ev_fp_256_inv(r, a)   1/a, 0 for 0
//     ev_fp_256_sub(r, a, b)   a - b        ev_fp_256_sqr(r, a)      a^2
//     ev_fp_256_sqrt_vartime(r, a)          a root of a; 0 if there is none, else 1 (not for 25519)
//
// Cycles: doc/ecc.md.
#ifndef EVARISTE_FP_H
#define EVARISTE_FP_H

#include <stdint.h>

#define FP_DECLARE_(L)                                                     \
    void ev_fp_##L##_add(uint32_t *r, const uint32_t *a, const uint32_t *b); \
    void ev_fp_##L##_sub(uint32_t *r, const uint32_t *a, const uint32_t *b); \
    void ev_fp_##L##_mul(uint32_t *r, const uint32_t *a, const uint32_t *b); \
    void ev_fp_##L##_sqr(uint32_t *r, const uint32_t *a);                    \
    void ev_fp_##L##_inv(uint32_t *r, const uint32_t *a);                    \
    void ev_fp_##L##_canonical(uint32_t *r, const uint32_t *a);

FP_DECLARE_(192)
FP_DECLARE_(224)
FP_DECLARE_(256)
FP_DECLARE_(384)
FP_DECLARE_(521)
FP_DECLARE_(25519)

unsigned ev_fp_192_sqrt_vartime(uint32_t *r, const uint32_t *a);
unsigned ev_fp_224_sqrt_vartime(uint32_t *r, const uint32_t *a);
unsigned ev_fp_256_sqrt_vartime(uint32_t *r, const uint32_t *a);
unsigned ev_fp_384_sqrt_vartime(uint32_t *r, const uint32_t *a);
unsigned ev_fp_521_sqrt_vartime(uint32_t *r, const uint32_t *a);

#endif
