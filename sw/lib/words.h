// SPDX-License-Identifier: Apache-2.0
// Numbers of several words, least significant first: sums and differences in C. Time and addresses depend on the number
// of words only. r may be a or b.
#ifndef EVARISTE_WORDS_H
#define EVARISTE_WORDS_H

#include <stdint.h>

// r = a + b, returns the carry.
static inline uint32_t words_add(uint32_t *r, const uint32_t *a, const uint32_t *b, int n) {
    uint32_t carry = 0;
    for (int i = 0; i < n; i++) {
        const uint64_t s = (uint64_t)a[i] + b[i] + carry;
        r[i] = (uint32_t)s;
        carry = (uint32_t)(s >> 32);
    }
    return carry;
}

// r = a - b, returns the borrow.
static inline uint32_t words_sub(uint32_t *r, const uint32_t *a, const uint32_t *b, int n) {
    uint32_t borrow = 0;
    for (int i = 0; i < n; i++) {
        const uint64_t d = (uint64_t)a[i] - b[i] - borrow;
        r[i] = (uint32_t)d;
        borrow = (uint32_t)(d >> 32) & 1;
    }
    return borrow;
}

#endif
