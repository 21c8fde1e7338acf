// SPDX-License-Identifier: Apache-2.0
// GF(2^233): products and squares are generated assembly (gen/coreva/kernels). C are the reduction of a long element, and
// with -Os the product, with a kernel for words.
#define GF2M_DEGREE 233
#if defined __OPTIMIZE_SIZE__
#include <stdint.h>

#define EVARISTE_CLMUL32_H  // instead of the portable one
#ifdef __coreva_ISE
#define COREVA_WORD ev_coreva_word_guarded
#else
#define COREVA_WORD ev_coreva_word_integer
#endif
uint64_t COREVA_WORD(uint32_t a, uint32_t b);
static inline uint64_t clmul32(uint32_t a, uint32_t b) { return COREVA_WORD(a, b); }
#endif

#define GF2M_PORTABLE(type, n) __attribute__((unused)) static type portable##n
#include "../portable/gf2m_portable.h"

#if defined __OPTIMIZE_SIZE__ && !(defined __coreva_X233 || defined __coreva_MUL233 || defined __coreva_CLMUL)
enum { HALF = W / 2 };

static __attribute__((noinline)) void product_of_half(uint32_t *c, const uint32_t *a, const uint32_t *b) { product_4(c, a, b); }

// Karatsuba's method, as in product_8, but with one copy of the products of halves.
void ev_coreva_mul_short(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    uint32_t c[2 * W], sa[HALF], sb[HALF], m[W];
    uint32_t *const h = c + W;
    for (int i = 0; i < HALF; i++) {
        sa[i] = a[i] ^ a[HALF + i];
        sb[i] = b[i] ^ b[HALF + i];
    }
    product_of_half(c, a, b);
    product_of_half(h, a + HALF, b + HALF);
    product_of_half(m, sa, sb);
    for (int i = 0; i < HALF; i++) {
        const uint32_t t = c[HALF + i] ^ h[i];
        c[HALF + i] = t ^ c[i] ^ m[i];
        h[i] = t ^ m[HALF + i] ^ h[HALF + i];
    }
    reduce(r, c);
}

void ev_coreva_muladd_short(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *c) {
    uint32_t t[W];
    ev_coreva_mul_short(t, a, b);
    for (int i = 0; i < W; i++) r[i] = t[i] ^ c[i];
}
#endif
