// SPDX-License-Identifier: Apache-2.0
// Multiplication and squaring in GF(2^GF2M_DEGREE) for any 32-bit processor, in constant time: it indexes no table and
// does not branch on an operand. Included once per field. Karatsuba's method goes down to single words. Reduction is by
// shifts, term by term.
#include "clmul32.h"
#include "gf2m_backend.h"
#include "gf2m_names.h"

#ifndef GF2M_PORTABLE  // another backend may call these functions otherwise
#define GF2M_PORTABLE(type, n) type GF2M(n)
#endif

#define UNROLL_WORDS _Pragma("GCC unroll 18")
#ifdef __riscv_mul  // operations of several words go side by side
#define UNROLL_SQUARE UNROLL_WORDS
#else
#define UNROLL_SQUARE
#endif

static inline void product_1(uint32_t *c, const uint32_t *a, const uint32_t *b) {
    const uint64_t p = clmul32(a[0], b[0]);
    c[0] = (uint32_t)p;
    c[1] = (uint32_t)(p >> 32);
}

static inline void product_2(uint32_t *c, const uint32_t *a, const uint32_t *b) {
    const uint64_t low = clmul32(a[0], b[0]), high = clmul32(a[1], b[1]), both = clmul32(a[0] ^ a[1], b[0] ^ b[1]);
    const uint64_t middle = both ^ low ^ high;
    c[0] = (uint32_t)low;
    c[1] = (uint32_t)(low >> 32) ^ (uint32_t)middle;
    c[2] = (uint32_t)high ^ (uint32_t)(middle >> 32);
    c[3] = (uint32_t)(high >> 32);
}

// c[2N] = a[N] b[N] from products of the halves: the lower half has H words, the upper one U = H or H - 1. c does not
// overlap a or b. The product of the sums needs H words by H words. Everything beyond 2N words is zero.
#define PRODUCT_(N, H, U)                                                                   \
    static inline void product_##N(uint32_t *c, const uint32_t *a, const uint32_t *b) {     \
        uint32_t sa[H], sb[H], m[2 * (H)];                                                  \
        UNROLL_WORDS for (int i = 0; i < (H); i++) {                                        \
            sa[i] = i < (U) ? a[i] ^ a[(H) + i] : a[i];                                     \
            sb[i] = i < (U) ? b[i] ^ b[(H) + i] : b[i];                                     \
        }                                                                                   \
        product_##H(c, a, b);                                                               \
        product_##U(c + 2 * (H), a + (H), b + (H));                                         \
        product_##H(m, sa, sb);                                                             \
        uint32_t *const l = c, *const h = c + 2 * (H);                                      \
        UNROLL_WORDS for (int i = 0; i < (H); i++) {                                        \
            const uint32_t t = l[(H) + i] ^ (i < 2 * (U) ? h[i] : 0);                       \
            l[(H) + i] = t ^ l[i] ^ m[i];                                                   \
            if (i < 2 * (U)) h[i] = t ^ m[(H) + i] ^ ((H) + i < 2 * (U) ? h[(H) + i] : 0);  \
        }                                                                                   \
    }

PRODUCT_(3, 2, 1)
PRODUCT_(4, 2, 2)
PRODUCT_(5, 3, 2)
PRODUCT_(6, 3, 3)
PRODUCT_(7, 4, 3)
PRODUCT_(8, 4, 4)
PRODUCT_(9, 5, 4)
PRODUCT_(13, 7, 6)
PRODUCT_(18, 9, 9)

#define PRODUCT_OF_(n) product_##n
#define PRODUCT_OF(n) PRODUCT_OF_(n)

// r = c[2W] modulo the field polynomial. Overwrites c.
static inline void reduce(uint32_t *r, uint32_t *c) {
    static const uint16_t terms[] = GF2M_FACT(TERMS);
    UNROLL_WORDS for (int i = 2 * W - 1; i >= W; i--) {
        const uint32_t w = c[i];
        UNROLL_WORDS for (unsigned k = 0; k < sizeof terms / sizeof *terms; k++) {
            const int down = GF2M_DEGREE - terms[k];  // bit 32 i falls to bit 32 i - down
            const int at = 32 * i - down, s = at & 31;
            c[at >> 5] ^= w << s;
            if (s) c[(at >> 5) + 1] ^= w >> (32 - s);
        }
    }
    const int top = GF2M_DEGREE & 31;
    const uint32_t v = c[W - 1] >> top;
    c[W - 1] ^= v << top;
    UNROLL_WORDS for (unsigned k = 0; k < sizeof terms / sizeof *terms; k++) {
        const int at = terms[k], s = at & 31;
        c[at >> 5] ^= v << s;
        if (s) c[(at >> 5) + 1] ^= v >> (32 - s);
    }
    UNROLL_WORDS for (int i = 0; i < W; i++) r[i] = c[i];
}

GF2M_PORTABLE(void, _mul_k)(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    uint32_t c[2 * W];
    PRODUCT_OF(GF2M_FACT(WORDS))(c, a, b);
    reduce(r, c);
}

#ifdef __riscv_mul  // with shifts fused, each stage of this is one operation; without, it is no longer than the other form
static inline uint32_t spread(uint32_t half) {
    half = (half ^ half << 8) & 0x00ff00ff;
    half = (half ^ half << 4) & 0x0f0f0f0f;
    half = (half ^ half << 2) & 0x33333333;
    return (half ^ half << 1) & 0x55555555;
}

// Inserts zeros between the bits of both halves of each word.
GF2M_PORTABLE(void, _sqr_k)(uint32_t *r, const uint32_t *a) {
    uint32_t c[2 * W];
    UNROLL_SQUARE for (int i = 0; i < W; i++) {
        c[2 * i] = spread(a[i] & 0xffff);
        c[2 * i + 1] = spread(a[i] >> 16);
    }
    reduce(r, c);
}
#else
// Exchanges the bits of x under `mask` with those `by` places above.
static inline uint32_t exchange(uint32_t x, uint32_t mask, int by) {
    const uint32_t t = (x ^ x >> by) & mask;
    return x ^ t ^ t << by;
}

// Inserts zeros between the bits: a perfect shuffle of both halves at once, then the two are separated.
GF2M_PORTABLE(void, _sqr_k)(uint32_t *r, const uint32_t *a) {
    uint32_t c[2 * W];
    UNROLL_SQUARE for (int i = 0; i < W; i++) {
        uint32_t x = a[i];
        x = exchange(x, 0x0000ff00, 8);
        x = exchange(x, 0x00f000f0, 4);
        x = exchange(x, 0x0c0c0c0c, 2);
        x = exchange(x, 0x22222222, 1);
        c[2 * i] = x & 0x55555555;
        c[2 * i + 1] = x >> 1 & 0x55555555;
    }
    reduce(r, c);
}
#endif

void GF2M(_reduce_k)(uint32_t *r, const uint32_t *c) {
    uint32_t t[2 * W];
    for (int i = 0; i < 2 * W; i++) t[i] = c[i];
    reduce(r, t);
}
