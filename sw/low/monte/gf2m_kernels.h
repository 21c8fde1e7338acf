// SPDX-License-Identifier: Apache-2.0
// The field kernels (gf2m_backend.h) for monte: by the accelerator if it computes in binary fields, else as in the portable
// version. So a program runs on every configuration.
#ifndef MONTE_GF2M_KERNELS_H
#define MONTE_GF2M_KERNELS_H

#include <stdint.h>

#define GF2M_SQRN_(M, r, a, n) ev_gf2_##M##_sqrn_k(r, a, n);
#define GF2M_ROUTINES_(M) void ev_gf2_##M##_sqrn_k(uint32_t *r, const uint32_t *a, unsigned n);
GF2M_ROUTINES_(163)
GF2M_ROUTINES_(233)
GF2M_ROUTINES_(239)
GF2M_ROUTINES_(283)
GF2M_ROUTINES_(409)
GF2M_ROUTINES_(571)

#include "../portable/gf2m_kernels.h"
#include "ec_inversion.h"
#include "monte_present.h"

#define GF2M_HAS_ACCELERATOR 1
#define GF2M_HAS_ACCELERATED_COMB 1
#define GF2M_BASE_STACK_WORDS(words) (EC2_STACK_WORDS(words) + 32 * (words))
#define GF2M_SIGN_STACK_WORDS(words) (GF2M_BASE_STACK_WORDS(words) + 600)

#define GF2M_ACCELERATED_(M)                                                                                          \
    void ev_monte_##M##_inv(uint32_t *r, const uint32_t *a);                                                          \
    void ev_monte_##M##_half_trace(uint32_t *r, const uint32_t *a);                                                   \
    unsigned ev_monte_##M##_point(uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p,                   \
                                  const uint32_t *sqrt_b);                                                            \
    unsigned ev_monte_##M##_comb(uint32_t *r, const uint32_t *signs, unsigned columns, uint32_t even,                 \
                                 const uint32_t *comb, const uint32_t *b, unsigned a, unsigned koblitz,               \
                                  ev_ec_inversion_t *beside);                                                         \
    static inline unsigned ev_gf2_##M##_accelerated_i(void) { return (monte_present() & MONTE_HAS_BINARY) != 0; }     \
    static inline unsigned ev_gf2_##M##_inv_i(uint32_t *r, const uint32_t *a) {                                       \
        ev_monte_##M##_inv(r, a);                                                                                     \
        return 0;                                                                                                     \
    }                                                                                                                 \
    static inline void ev_gf2_##M##_half_trace_i(uint32_t *r, const uint32_t *a) { ev_monte_##M##_half_trace(r, a); } \
    static inline unsigned ev_gf2_##M##_point_i(uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p,     \
                                                const uint32_t *sqrt_b) {                                             \
        return ev_monte_##M##_point(r, k, bits, p, sqrt_b);                                                           \
    }                                                                                                                 \
    static inline unsigned ev_gf2_##M##_comb_i(uint32_t *r, const uint32_t *signs, unsigned columns, uint32_t even,   \
                                               const uint32_t *comb, const uint32_t *b, unsigned a,                   \
                                               unsigned koblitz, ev_ec_inversion_t *beside) {                         \
        return ev_monte_##M##_comb(r, signs, columns, even, comb, b, a, koblitz, beside);                             \
    }

GF2M_ACCELERATED_(163)
GF2M_ACCELERATED_(233)
GF2M_ACCELERATED_(239)
GF2M_ACCELERATED_(283)
GF2M_ACCELERATED_(409)
GF2M_ACCELERATED_(571)

#endif
