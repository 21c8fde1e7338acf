// SPDX-License-Identifier: Apache-2.0
// The field kernels (gf2m_backend.h) for coreva: generated assembly for GF(2^233), which the configuration chooses, and the
// portable version for the other fields. With -Os a product without an accelerator is C that calls a kernel for words, and
// the ladder's steps call the square.
#ifndef COREVA_GF2M_KERNELS_H
#define COREVA_GF2M_KERNELS_H

#define GF2M_OWN_233
#include "../portable/gf2m_kernels.h"

#define COREVA_233_WORDS 8

#ifdef __coreva_X233
#define COREVA_MUL(name) ev_coreva_##name##_x
#elif defined __coreva_MUL233
#define COREVA_MUL(name) ev_coreva_##name##_unit
#elif defined __coreva_CLMUL
#define COREVA_MUL(name) ev_coreva_##name##_polynomial
#elif defined __OPTIMIZE_SIZE__
#define COREVA_MUL(name) ev_coreva_##name##_short
#elif defined __coreva_ISE
#define COREVA_MUL(name) ev_coreva_##name##_guarded
#else
#define COREVA_MUL(name) ev_coreva_##name##_integer
#endif

#ifdef __coreva_X233
#define COREVA_SQR(name) ev_coreva_##name##_x
#elif defined __coreva_SQU233
#define COREVA_SQR(name) ev_coreva_##name##_unit
#elif defined __coreva_ISE
#define COREVA_SQR(name) ev_coreva_##name##_fused
#else
#define COREVA_SQR(name) ev_coreva_##name##_plain
#endif

#if defined __OPTIMIZE_SIZE__ && !defined __coreva_X233
#define COREVA_SHORT_SQUARES
#endif

void COREVA_MUL(mul)(uint32_t *r, const uint32_t *a, const uint32_t *b);
void COREVA_MUL(muladd)(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *c);
void COREVA_SQR(sqr)(uint32_t *r, const uint32_t *a);
void ev_gf2_233_reduce_k(uint32_t *r, const uint32_t *c);

static inline void ev_gf2_233_mul_i(uint32_t *r, const uint32_t *a, const uint32_t *b) { COREVA_MUL(mul)(r, a, b); }
static inline void ev_gf2_233_muladd_i(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *c) {
    COREVA_MUL(muladd)(r, a, b, c);
}
static inline void ev_gf2_233_sumsqr_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {
#ifdef COREVA_SHORT_SQUARES
    for (int i = 0; i < COREVA_233_WORDS; i++) r[i] = a[i] ^ b[i];
    COREVA_SQR(sqr)(r, r);
#else
    void COREVA_SQR(sumsqr)(uint32_t *, const uint32_t *, const uint32_t *);
    COREVA_SQR(sumsqr)(r, a, b);
#endif
}
static inline void ev_gf2_233_reduce_i(uint32_t *r, const uint32_t *c) { ev_gf2_233_reduce_k(r, c); }

#ifdef __coreva_X233
#define COREVA_MOST_SQUARES 255  // of a command
void ev_coreva_sqrn_x(uint32_t *r, const uint32_t *a, unsigned n);
static inline void ev_gf2_233_sqr_i(uint32_t *r, const uint32_t *a) { ev_coreva_sqrn_x(r, a, 1); }
static inline void ev_gf2_233_sqrn_i(uint32_t *r, const uint32_t *a, unsigned n) {
    for (; n > COREVA_MOST_SQUARES; n -= COREVA_MOST_SQUARES, a = r) ev_coreva_sqrn_x(r, a, COREVA_MOST_SQUARES);
    ev_coreva_sqrn_x(r, a, n);
}
#else
static inline void ev_gf2_233_sqr_i(uint32_t *r, const uint32_t *a) { COREVA_SQR(sqr)(r, a); }
static inline void ev_gf2_233_sqrn_i(uint32_t *r, const uint32_t *a, unsigned n) {
#if defined __coreva_MUL233 && defined __coreva_SQU233
    void ev_coreva_sqrn_unit(uint32_t *, const uint32_t *, unsigned);
    ev_coreva_sqrn_unit(r, a, n);
#else
    ev_gf2_233_sqr_i(r, a);
    while (--n) ev_gf2_233_sqr_i(r, r);
#endif
}
#endif

static inline void ev_gf2_233_mulsqr_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {
#if defined __coreva_X233 || (defined __coreva_MUL233 && defined __coreva_SQU233)
    void COREVA_MUL(mulsqr)(uint32_t *, const uint32_t *, const uint32_t *);
    COREVA_MUL(mulsqr)(r, a, b);
#else
    ev_gf2_233_mul_i(r, a, b);
    ev_gf2_233_sqr_i(r, r);
#endif
}

static inline void ev_gf2_233_sumsqr2_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    ev_gf2_233_sumsqr_i(r, a, b);
    ev_gf2_233_sqr_i(r, r);
}

static inline void ev_gf2_233_ladder_i(uint32_t *r, const uint32_t *a, const uint32_t *b, uint32_t bit) {
#if defined __coreva_X233 || (defined __coreva_SQU233 && !defined __coreva_MUL233) || defined COREVA_SHORT_SQUARES
    secret_select_words(r, secret_mask(bit), a, b, 2 * COREVA_233_WORDS);
    ev_gf2_233_sumsqr2_i(r + 2 * COREVA_233_WORDS, r, r + COREVA_233_WORDS);
#else
    void COREVA_SQR(ladder)(uint32_t *, const uint32_t *, const uint32_t *, uint32_t);
    COREVA_SQR(ladder)(r, a, b, bit);
#endif
}

static inline void ev_gf2_233_ladderb_i(uint32_t *r, const uint32_t *a, const uint32_t *b, uint32_t bit) {
#if defined __coreva_X233 || defined COREVA_SHORT_SQUARES
    secret_select_words(r, secret_mask(bit), a, b, 2 * COREVA_233_WORDS);
    ev_gf2_233_sqr_i(r, r);
    ev_gf2_233_sqr_i(r + COREVA_233_WORDS, r + COREVA_233_WORDS);
#else
    void COREVA_SQR(selsqr)(uint32_t *, const uint32_t *, const uint32_t *, uint32_t);
    COREVA_SQR(selsqr)(r, a, b, bit);
    COREVA_SQR(selsqr)(r + COREVA_233_WORDS, a + COREVA_233_WORDS, b + COREVA_233_WORDS, bit);
#endif
}

#ifdef __coreva_X233
#define GF2M_HAS_ACCELERATOR 1
// The unit has one field. The functions of the others are never called.
void ev_coreva_inv_x(uint32_t *r, const uint32_t *a);
void ev_coreva_half_trace_x(uint32_t *r, const uint32_t *a);
unsigned ev_coreva_point_x(uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p, const uint32_t *sqrt_b);

#define COREVA_ACCELERATED_(M)                                                                                      \
    static inline unsigned ev_gf2_##M##_accelerated_i(void) { return (M) == 233; }                                  \
    static inline unsigned ev_gf2_##M##_inv_i(uint32_t *r, const uint32_t *a) {                                     \
        ev_coreva_inv_x(r, a);                                                                                      \
        return 0;                                                                                                   \
    }                                                                                                               \
    static inline void ev_gf2_##M##_half_trace_i(uint32_t *r, const uint32_t *a) { ev_coreva_half_trace_x(r, a); }  \
    static inline unsigned ev_gf2_##M##_point_i(uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p,   \
                                                const uint32_t *sqrt_b) {                                           \
        return ev_coreva_point_x(r, k, bits, p, sqrt_b);                                                            \
    }

COREVA_ACCELERATED_(163)
COREVA_ACCELERATED_(233)
COREVA_ACCELERATED_(239)
COREVA_ACCELERATED_(283)
COREVA_ACCELERATED_(409)
COREVA_ACCELERATED_(571)
#endif

#endif
