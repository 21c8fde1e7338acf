// SPDX-License-Identifier: Apache-2.0
// K-233 with the algorithms of Chen et al. (ISCA 2017, section 3.3.4): one function for each row of their tables 7 and
// 9. It is for comparison with the paper, not for use. The scalar multiplication is not constant time. gfp only.
//
// López and Dahab, "Improved algorithms for elliptic curve arithmetic in GF(2^n)" (SAC 1998, and 1999): x = X/Z, y = Y/Z^2.
#ifndef EVARISTE_CHEN2017_H
#define EVARISTE_CHEN2017_H

#include <stdint.h>

#include "kernel_call.h"

typedef struct {
    uint32_t x[8], y[8], z[8];
} ev_chen_point_t;

// The paper's two products. Everything else is the same for both.
typedef enum { CHEN_DIRECT, CHEN_KARATSUBA } ev_chen_product_t;

// Inline calls of the assembly, so that the compiler knows which registers they change. r0, r1 and r2 are the
// arguments.
#define CHEN_CALL_(function, first, second, third)                                                       \
    do {                                                                                                 \
        register uint32_t r0 __asm__("r0") = (uint32_t)(first), r1 __asm__("r1") = (uint32_t)(second);   \
        register uint32_t r2 __asm__("r2") = (uint32_t)(third);                                          \
        __asm__ volatile(KERNEL_CALL(function) : "+r"(r0), "+r"(r1), "+r"(r2) : : "r3", KERNEL_CHANGED); \
    } while (0)

static inline void ev_chen_mul(ev_chen_product_t how, uint32_t *r, const uint32_t *a, const uint32_t *b) {
    if (how == CHEN_DIRECT) CHEN_CALL_("ev_chen_mul_direct_k", r, a, b);
    else CHEN_CALL_("ev_chen_mul_karatsuba_k", r, a, b);
}

static inline void ev_chen_sqr(uint32_t *r, const uint32_t *a) { CHEN_CALL_("ev_chen_sqr_k", r, a, 0); }


// Parts of a product and of a square. Each leaves its result in memory for the next.
static inline void ev_chen_rearrange(uint32_t high[8], const uint32_t c[16]) { CHEN_CALL_("ev_chen_rearrange_k", high, c + 7, 0); }
static inline void ev_chen_reduce(uint32_t r[8], const uint32_t c[16], const uint32_t high[8]) {
    CHEN_CALL_("ev_chen_reduce_k", r, c, high);
}
static inline void ev_chen_sqr_high(uint32_t high[8], const uint32_t a[8]) { CHEN_CALL_("ev_chen_sqr_high_k", high, a + 3, 0); }
static inline void ev_chen_sqr_low(uint32_t r[8], const uint32_t a[8], const uint32_t high[8]) {
    CHEN_CALL_("ev_chen_sqr_low_k", r, a, high);
}
void ev_chen_product_only(uint32_t c[16], const uint32_t a[8], const uint32_t b[8]);      // c = a b
uint32_t ev_chen_time_product(uint32_t c[16], const uint32_t a[8], const uint32_t b[8]);  // the same; see bench_stop

void ev_chen_add(uint32_t *r, const uint32_t *a, const uint32_t *b);
void ev_chen_inv(ev_chen_product_t how, uint32_t *r, const uint32_t *a);  // Itoh-Tsujii: 10 products, 232 squares

// p = 2 p: 4 products, 5 squares, with the curve's b as any element. p += (x, y): 9 products, 4 squares.
void ev_chen_double(ev_chen_product_t how, ev_chen_point_t *p, const uint32_t *b);
void ev_chen_add_point(ev_chen_product_t how, ev_chen_point_t *p, const uint32_t *x, const uint32_t *y);

// r = k (x, y), double and add from bit `top` (which is 1) down, projective.
void ev_chen_multiply(ev_chen_product_t how, ev_chen_point_t *r, const uint32_t *k, int top, const uint32_t *x, const uint32_t *y);

// Affine coordinates, with the paper's two inversions: 1/Z and 1/Z^2.
void ev_chen_affine(ev_chen_product_t how, uint32_t *x, uint32_t *y, const ev_chen_point_t *p);

#endif
