// SPDX-License-Identifier: Apache-2.0
// Reductions of products modulo the primes, in C. ARMv6-M has them in assembly.
typedef int ev_fp_reductions_are_here;

#ifndef __ARM_ARCH_6M__
#include "curves/primes.h"
#include "fp_words.h"
#include "secret.h"
#include "wide_mul.h"

// The sums of words are signed. The numeral behind PLUS and MINUS is the factor; NEXT stores a word; the bias is a multiple
// of p, so that the sum is not negative. The first fold leaves a small t above the top. The second one adds (t + 1) 2^(32 n)
// mod p, and takes 2^(32 n) away: this is the residue, or the residue minus p.
#define PLUS(i) s += c[i];
#define PLUS2(i) s += 2 * (int64_t)c[i];
#define PLUS3(i) s += 3 * (int64_t)c[i];
#define MINUS(i) s -= c[i];
#define MINUS2(i) s -= 2 * (int64_t)c[i];
#define WORD(i) s += r[i];
#define ADD s += t;
#define SUB s -= t;
#define NEXT(i)           \
    r[i] = (uint32_t)s; \
    s >>= 32;

#define PLUS_BIAS(x) s += (x);
#define MINUS_BIAS(x) s -= (x);
#define TOP_BIAS(x) s += (x);

#define REDUCTION_(LABEL, N)                                                                        \
    void ev_fp_reduce_##LABEL(uint32_t *r, const uint32_t *c, const uint32_t *modulus) {      \
        int64_t s = 0;                                                                         \
        FP_##LABEL##_FOLD(PLUS, PLUS2, PLUS3, MINUS, MINUS2, NEXT, PLUS_BIAS, MINUS_BIAS, TOP_BIAS) \
        const int64_t t = s + 1;                                                               \
        s = 0;                                                                                 \
        FP_##LABEL##_TOP(WORD, ADD, SUB, NEXT)                                                 \
        ev_fp_words_add_masked(r, modulus, secret_mask((uint32_t)s ^ 1), N);                   \
    }
REDUCTION_(192, 6)
REDUCTION_(224, 7)
REDUCTION_(256, 8)
REDUCTION_(384, 12)

// Modulo 2^256 - 38, so 2^256 is 38.
void ev_fp_reduce_25519(uint32_t *r, const uint32_t *c, const uint32_t *modulus) {
    uint64_t s = 0;
    for (int i = 0; i < 8; i++) {
        s += mul_wide(c[i + 8], 38) + c[i];
        r[i] = (uint32_t)s;
        s >>= 32;
    }
    s = (s + 1) * 38;
    for (int i = 0; i < 8; i++) {
        s += r[i];
        r[i] = (uint32_t)s;
        s >>= 32;
    }
    ev_fp_words_add_masked(r, modulus, secret_mask((uint32_t)s ^ 1), 8);
}

#endif
