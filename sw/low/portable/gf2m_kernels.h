// SPDX-License-Identifier: Apache-2.0
// The field kernels (gf2m_backend.h), portable version: plain functions, and combinations made of them.
#ifndef GF2M_KERNELS_H
#define GF2M_KERNELS_H

#include <stdint.h>

#include "ec_look_up_mips.h"
#include "secret.h"

#ifndef GF2M_SQRN_  // another backend may include this file, and have a better way
#define GF2M_SQRN_(M, r, a, n)   \
    ev_gf2_##M##_sqr_k(r, a);    \
    while (--(n)) ev_gf2_##M##_sqr_k(r, r);
#endif

#ifndef GF2M_MULADD_
#define GF2M_MULADD_(M, W, r, a, b, c) \
    uint32_t t[W];                     \
    ev_gf2_##M##_mul_k(t, a, b);       \
    for (int i = 0; i < (W); i++) (r)[i] = t[i] ^ (c)[i];
#endif

#define GF2M_KERNELS_(M, W)                                                                                          \
    void ev_gf2_##M##_mul_k(uint32_t *r, const uint32_t *a, const uint32_t *b);                                      \
    void ev_gf2_##M##_sqr_k(uint32_t *r, const uint32_t *a);                                                         \
    static inline void ev_gf2_##M##_mul_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {                       \
        ev_gf2_##M##_mul_k(r, a, b);                                                                                 \
    }                                                                                                                \
    static inline void ev_gf2_##M##_muladd_i(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *c) { \
        GF2M_MULADD_(M, W, r, a, b, c)                                                                               \
    }                                                                                                                \
    static inline void ev_gf2_##M##_sqr_i(uint32_t *r, const uint32_t *a) { ev_gf2_##M##_sqr_k(r, a); }              \
    void ev_gf2_##M##_reduce_k(uint32_t *r, const uint32_t *c);                                                      \
    static inline void ev_gf2_##M##_reduce_i(uint32_t *r, const uint32_t *c) { ev_gf2_##M##_reduce_k(r, c); }        \
    static inline void ev_gf2_##M##_sumsqr_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {                    \
        for (int i = 0; i < (W); i++) r[i] = a[i] ^ b[i];                                                            \
        ev_gf2_##M##_sqr_k(r, r);                                                                                    \
    }                                                                                                                \
    static inline void ev_gf2_##M##_mulsqr_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {                    \
        ev_gf2_##M##_mul_k(r, a, b);                                                                                 \
        ev_gf2_##M##_sqr_k(r, r);                                                                                    \
    }                                                                                                                \
    static inline void ev_gf2_##M##_sumsqr2_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {                   \
        ev_gf2_##M##_sumsqr_i(r, a, b);                                                                              \
        ev_gf2_##M##_sqr_k(r, r);                                                                                    \
    }                                                                                                                \
    static inline void ev_gf2_##M##_ladder_i(uint32_t *r, const uint32_t *a, const uint32_t *b, uint32_t bit) {      \
        secret_select_words(r, secret_mask(bit), a, b, 2 * (W));                                                     \
        ev_gf2_##M##_sumsqr2_i(r + 2 * (W), r, r + (W));                                                             \
    }                                                                                                                \
    static inline void ev_gf2_##M##_ladderb_i(uint32_t *r, const uint32_t *a, const uint32_t *b, uint32_t bit) {     \
        secret_select_words(r, secret_mask(bit), a, b, 2 * (W));                                                     \
        ev_gf2_##M##_sqr_k(r, r);                                                                                    \
        ev_gf2_##M##_sqr_k(r + (W), r + (W));                                                                        \
    }                                                                                                                \
    static inline void ev_gf2_##M##_sqrn_i(uint32_t *r, const uint32_t *a, unsigned n) {                             \
        GF2M_SQRN_(M, r, a, n)                                                                                       \
    }

GF2M_KERNELS_(163, 6)
#ifndef GF2M_OWN_233  // another backend has all of this field
GF2M_KERNELS_(233, 8)
#endif
GF2M_KERNELS_(239, 8)
GF2M_KERNELS_(283, 9)
GF2M_KERNELS_(409, 13)
GF2M_KERNELS_(571, 18)

#endif
