// SPDX-License-Identifier: Apache-2.0
// Numbers of several words, least significant first: what the portable kernels of prime fields are made of. Time and
// addresses depend on the number of words only.
#ifndef EVARISTE_FP_WORDS_H
#define EVARISTE_FP_WORDS_H

#include <stdint.h>

// r = a + b, a - b modulo a modulus of N words. Operands are below it. r may be a or b.
#define FP_SUMS_DECLARE_(N)                                                                          \
    void ev_fp_add_##N(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *modulus); \
    void ev_fp_sub_##N(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *modulus);

FP_SUMS_DECLARE_(6)
FP_SUMS_DECLARE_(7)
FP_SUMS_DECLARE_(8)
FP_SUMS_DECLARE_(12)
FP_SUMS_DECLARE_(17)

// r = a + b, a - b of up to 20 words, and the carry or borrow. r may be a or b. r += a & mask likewise.
uint32_t ev_fp_words_add(uint32_t *r, const uint32_t *a, const uint32_t *b, int n);
uint32_t ev_fp_words_sub(uint32_t *r, const uint32_t *a, const uint32_t *b, int n);
uint32_t ev_fp_words_add_masked(uint32_t *r, const uint32_t *a, uint32_t mask, int n);

// r[2 N] = a b, a^2. r must not overlap a or b.
#define FP_WORDS_DECLARE_(N)                                                  \
    void ev_fp_mul_##N(uint32_t *r, const uint32_t *a, const uint32_t *b); \
    void ev_fp_sqr_##N(uint32_t *r, const uint32_t *a);

FP_WORDS_DECLARE_(6)
FP_WORDS_DECLARE_(7)
FP_WORDS_DECLARE_(8)
FP_WORDS_DECLARE_(9)

// r = c modulo the field's modulus, for a product c. The reductions that only ARMv6-M has in assembly.
void ev_fp_reduce_192(uint32_t *r, const uint32_t *c, const uint32_t *modulus);
void ev_fp_reduce_224(uint32_t *r, const uint32_t *c, const uint32_t *modulus);
void ev_fp_reduce_256(uint32_t *r, const uint32_t *c, const uint32_t *modulus);
void ev_fp_reduce_384(uint32_t *r, const uint32_t *c, const uint32_t *modulus);
void ev_fp_reduce_25519(uint32_t *r, const uint32_t *c, const uint32_t *modulus);

#endif
