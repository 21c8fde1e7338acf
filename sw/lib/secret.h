// SPDX-License-Identifier: Apache-2.0
// Masks, selections and comparisons of secret values. Code that handles secrets makes them only here.
//
// If a compiler knows that a mask is 0 or all ones, or that a bit is the sign of a number, it may turn an operation on
// it into a branch. Newer compilers do. So the inputs and the result of a mask or bit pass through secret_hidden; after
// that the compiler knows nothing about them. verify/repo/test_secret_masks.py reads the library for masks and
// conditions made elsewhere. `ev ct` compares what compiled programs do (doc/constant-time.md).
#ifndef EVARISTE_SECRET_H
#define EVARISTE_SECRET_H

#include <stdint.h>

// A value that depends on secrets becomes public by intent: a verdict that the caller gets, a number that was drawn
// again. EV_DECLASSIFY takes a variable of at most 32 bits, EV_DECLASSIFY_BYTES memory. Both are nothing in a normal
// build. In a build for `ev ct --taint`, which defines EV_MARK_SECRETS, the simulator lists each.
#ifdef EV_MARK_SECRETS
#include "secret_mark.h"
#define EV_DECLASSIFY(variable) EV_NOTE_VALUE("public_value", variable)
#define EV_DECLASSIFY_BYTES(pointer, bytes) EV_NOTE_BYTES("public", pointer, bytes)
#else
#define EV_DECLASSIFY(variable) ((void)0)
#define EV_DECLASSIFY_BYTES(pointer, bytes) ((void)0)
#endif

// x; the compiler cannot tell that it is x.
static inline uint32_t secret_hidden(uint32_t x) {
    __asm__("" : "+r"(x));
    return x;
}

// All ones for bit 1, 0 for bit 0.
static inline uint32_t secret_mask(uint32_t bit) { return 0 - secret_hidden(bit); }

// All ones when the top bit is set, as in a negative number, else 0.
static inline uint32_t secret_mask_of_sign(uint32_t x) { return secret_hidden((uint32_t)((int32_t)secret_hidden(x) >> 31)); }

// The top bit, 0 or 1.
static inline uint32_t secret_top_bit(uint32_t x) { return secret_hidden(secret_hidden(x) >> 31); }

// 1 for 0, else 0.
static inline uint32_t secret_is_zero(uint32_t x) { return 1 ^ secret_top_bit(x | secret_hidden(0 - x)); }

// 1 when a < b, else 0, for a and b below 2^31.
static inline uint32_t secret_is_below(uint32_t a, uint32_t b) { return secret_top_bit(a - b); }

// All ones when a = b, else 0, for a and b below 2^31.
static inline uint32_t secret_mask_of_equal(uint32_t a, uint32_t b) { return secret_mask_of_sign((a ^ b) - 1); }

// one where the mask is all ones, zero where it is 0.
static inline uint32_t secret_select(uint32_t mask, uint32_t zero, uint32_t one) { return zero ^ (mask & (zero ^ one)); }

// r[words] = one or zero, which may be r.
static inline void secret_select_words(uint32_t *r, uint32_t mask, const uint32_t *zero, const uint32_t *one, int words) {
    for (int i = 0; i < words; i++) r[i] = secret_select(mask, zero[i], one[i]);
}

// 1 when all words are 0, else 0.
static inline uint32_t secret_words_are_zero(const uint32_t *x, int words) {
    uint32_t any = 0;
    for (int i = 0; i < words; i++) any |= x[i];
    return secret_is_zero(any);
}

#endif
