// SPDX-License-Identifier: Apache-2.0
// The kernels of the prime field FP_LABEL. fp_kernels_<label>.c includes it once per field. MIPS has assembly instead.
#ifdef __mips__
typedef int ev_fp_kernels_are_assembly;
#else
#include "fp_kernels.h"
#include "fp_names.h"
#include "fp_words.h"
#include "secret.h"

#define FP_REDUCE__(label) ev_fp_reduce_##label
#define FP_REDUCE_(label) FP_REDUCE__(label)

const uint32_t FP(_modulus)[W] = FP_FACT(_MODULUS);


#if FP_LABEL == 384 || FP_LABEL == 521
// Karatsuba's method, with halves of H words. Their sums s and t have a carry: (s + 2^(32 H) cs)(t + 2^(32 H) ct).
enum { H = (W + 1) / 2 };
#if FP_LABEL == 384
#define HALF_MUL ev_fp_mul_6
#define HALF_SQR ev_fp_sqr_6
#else
#define HALF_MUL ev_fp_mul_9
#define HALF_SQR ev_fp_sqr_9
#endif

// The element as two halves of the same length: in `room` if it has an odd number of words.
static inline const uint32_t *split(uint32_t room[2 * H], const uint32_t *a) {
    if (W == 2 * H) return a;
    for (int i = 0; i < W; i++) room[i] = a[i];
    room[W] = 0;
    return room;
}

// r holds the products of the lower and of the upper halves, m that of the sums, with the word `top` above it.
static void combine(uint32_t *r, uint32_t *m, uint32_t top) {
    uint32_t rest[H] = {0};
    top -= ev_fp_words_sub(m, m, r, 2 * H);
    top -= ev_fp_words_sub(m, m, r + 2 * H, 2 * H);
    rest[0] = top + ev_fp_words_add(r + H, r + H, m, 2 * H);
    ev_fp_words_add(r + 3 * H, r + 3 * H, rest, H);
}

static void product(uint32_t r[4 * H], const uint32_t *x, const uint32_t *y) {
    uint32_t room[2][2 * H], s[H], t[H], m[2 * H];
    const uint32_t *const a = split(room[0], x), *const b = split(room[1], y);
    const uint32_t cs = ev_fp_words_add(s, a, a + H, H), ct = ev_fp_words_add(t, b, b + H, H);
    HALF_MUL(m, s, t);
    uint32_t top = cs & ct;
    top += ev_fp_words_add_masked(m + H, t, secret_mask(cs), H);
    top += ev_fp_words_add_masked(m + H, s, secret_mask(ct), H);
    HALF_MUL(r, a, b);
    HALF_MUL(r + 2 * H, a + H, b + H);
    combine(r, m, top);
}

static void square(uint32_t r[4 * H], const uint32_t *x) {
    uint32_t room[2 * H], s[H], m[2 * H];
    const uint32_t *const a = split(room, x);
    const uint32_t cs = ev_fp_words_add(s, a, a + H, H);
    HALF_SQR(m, s);
    uint32_t top = cs;
    top += ev_fp_words_add_masked(m + H, s, secret_mask(cs), H);
    top += ev_fp_words_add_masked(m + H, s, secret_mask(cs), H);
    HALF_SQR(r, a);
    HALF_SQR(r + 2 * H, a + H);
    combine(r, m, top);
}
enum { PRODUCT_WORDS = 4 * H };
#else
#define FP_WHOLE__(operation, n) ev_fp_##operation##_##n
#define FP_WHOLE_(operation, n) FP_WHOLE__(operation, n)
#define product FP_WHOLE_(mul, FP_WHOLE_WORDS)
#define square FP_WHOLE_(sqr, FP_WHOLE_WORDS)
#if FP_LABEL == 192
#define FP_WHOLE_WORDS 6
#elif FP_LABEL == 224
#define FP_WHOLE_WORDS 7
#else
#define FP_WHOLE_WORDS 8
#endif
enum { PRODUCT_WORDS = 2 * W };
#endif

#if FP_LABEL == 521
// The upper 521 bits plus the lower ones, minus p if that is not negative. The product is below p^2, so the sum is below 2 p.
static void reduce(uint32_t *r, uint32_t *c) {
    for (int i = 0; i < W; i++) r[i] = c[W - 1 + i] >> 9 | c[W + i] << 23;
    c[W - 1] &= 0x1ff;
    ev_fp_words_add(r, r, c, W);
    const uint32_t borrow = ev_fp_words_sub(r, r, FP(_modulus), W);
    ev_fp_words_add_masked(r, FP(_modulus), secret_mask(borrow), W);
}
#else
static inline void reduce(uint32_t *r, const uint32_t *c) { FP_REDUCE_(FP_LABEL)(r, c, FP(_modulus)); }
#endif

void FP(_mul_k)(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    uint32_t c[PRODUCT_WORDS];
    product(c, a, b);
    reduce(r, c);
}

void FP(_sqr_k)(uint32_t *r, const uint32_t *a) {
    uint32_t c[PRODUCT_WORDS];
    square(c, a);
    reduce(r, c);
}
#endif
