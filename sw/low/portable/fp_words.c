// SPDX-License-Identifier: Apache-2.0
// fp_words.h in C. ARMv6-M has all of it in assembly.
typedef int ev_fp_words_are_here;

#ifndef __ARM_ARCH_6M__
#include "fp_words.h"

#include "secret.h"
#include "wide_mul.h"
#include "words.h"

uint32_t ev_fp_words_add_masked(uint32_t *r, const uint32_t *a, uint32_t mask, int n) {
    uint32_t carry = 0;
    for (int i = 0; i < n; i++) {
        const uint64_t s = (uint64_t)r[i] + (a[i] & mask) + carry;
        r[i] = (uint32_t)s;
        carry = (uint32_t)(s >> 32);
    }
    return carry;
}

uint32_t ev_fp_words_add(uint32_t *r, const uint32_t *a, const uint32_t *b, int n) { return words_add(r, a, b, n); }

uint32_t ev_fp_words_sub(uint32_t *r, const uint32_t *a, const uint32_t *b, int n) { return words_sub(r, a, b, n); }

static void add(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *modulus, int n) {
    const uint32_t carry = ev_fp_words_add(r, a, b, n), borrow = ev_fp_words_sub(r, r, modulus, n);
    ev_fp_words_add_masked(r, modulus, secret_mask(borrow & (carry ^ 1)), n);
}

static void sub(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *modulus, int n) {
    const uint32_t borrow = ev_fp_words_sub(r, a, b, n);
    ev_fp_words_add_masked(r, modulus, secret_mask(borrow), n);
}

#define SUM_(N)                                                                                                            \
    void ev_fp_add_##N(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *modulus) { add(r, a, b, modulus, N); } \
    void ev_fp_sub_##N(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *modulus) { sub(r, a, b, modulus, N); }
SUM_(6)
SUM_(7)
SUM_(8)
SUM_(12)
SUM_(17)

// By columns: the sum of a column has 64 + 5 bits.
static void product(uint32_t *r, const uint32_t *a, const uint32_t *b, int n) {
    uint64_t low = 0;
    uint32_t high = 0;
    for (int k = 0; k < 2 * n - 1; k++) {
        for (int i = k < n ? 0 : k - n + 1; i <= k && i < n; i++) {
            const uint64_t p = mul_wide(a[i], b[k - i]);
            const uint64_t halves = (low & 0xffffffff) + (p & 0xffffffff);
            const uint64_t upper = (low >> 32) + (p >> 32) + (halves >> 32);
            low = upper << 32 | (halves & 0xffffffff);
            high += (uint32_t)(upper >> 32);
        }
        r[k] = (uint32_t)low;
        low = low >> 32 | (uint64_t)high << 32;
        high = 0;
    }
    r[2 * n - 1] = (uint32_t)low;
}

#define PRODUCT_(N)                                                                                       \
    void ev_fp_mul_##N(uint32_t *r, const uint32_t *a, const uint32_t *b) { product(r, a, b, N); }        \
    void ev_fp_sqr_##N(uint32_t *r, const uint32_t *a) { product(r, a, a, N); }
PRODUCT_(6)
PRODUCT_(7)
PRODUCT_(8)
PRODUCT_(9)

#endif
