// SPDX-License-Identifier: Apache-2.0
// The field kernels (gf2m_backend.h) for billie: by the accelerator if it has the field in question, else as in the
// portable version. So a program runs on every configuration.
#ifndef BILLIE_GF2M_KERNELS_H
#define BILLIE_GF2M_KERNELS_H

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
#include "billie/commands/billie_commands.h"

#define GF2M_HAS_ACCELERATOR 1
#define GF2M_HAS_ACCELERATED_COMB 1

// The degree of the accelerator's field, if there is one; else 0. Start-up has set Status.CU2 if there is a coprocessor 2. The
// terms of its polynomial are not told: they have to be the library's (isa/fields.yaml).
static inline unsigned billie_field(void) {
    unsigned status, id;
    __asm__("mfc0 %0, $12" : "=r"(status));
    if ((status >> 30 & 1) == 0) return 0;
    BILLIE_GET(id, BILLIE_ID);
    return id >> 28 == 2 ? id & 0x3ff : 0;
}

// The circuit takes no term above half of the degree, and the library's polynomial of degree 239 has one: a circuit of that
// degree has another field.
#define BILLIE_BUILDS(M) ((M) != 239)

#define GF2M_ACCELERATED_(M)                                                                                           \
    void ev_billie_##M##_inv(uint32_t *r, const uint32_t *a);                                                          \
    void ev_billie_##M##_half_trace(uint32_t *r, const uint32_t *a);                                                   \
    unsigned ev_billie_##M##_point(uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p,                   \
                                   const uint32_t *sqrt_b);                                                            \
    unsigned ev_billie_##M##_comb(uint32_t *r, const uint32_t *signs, unsigned columns, uint32_t even,                 \
                                  const uint32_t *comb, const uint32_t *b, unsigned a, unsigned koblitz,               \
                                  ev_ec_inversion_t *beside);                                                          \
    static inline unsigned ev_gf2_##M##_accelerated_i(void) { return BILLIE_BUILDS(M) && billie_field() == (M); }      \
    static inline unsigned ev_gf2_##M##_inv_i(uint32_t *r, const uint32_t *a) {                                        \
        ev_billie_##M##_inv(r, a);                                                                                     \
        return 0;                                                                                                      \
    }                                                                                                                  \
    static inline void ev_gf2_##M##_half_trace_i(uint32_t *r, const uint32_t *a) { ev_billie_##M##_half_trace(r, a); } \
    static inline unsigned ev_gf2_##M##_point_i(uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p,      \
                                                const uint32_t *sqrt_b) {                                              \
        return ev_billie_##M##_point(r, k, bits, p, sqrt_b);                                                           \
    }                                                                                                                  \
    static inline unsigned ev_gf2_##M##_comb_i(uint32_t *r, const uint32_t *signs, unsigned columns, uint32_t even,    \
                                               const uint32_t *comb, const uint32_t *b, unsigned a,                    \
                                               unsigned koblitz, ev_ec_inversion_t *beside) {                          \
        return ev_billie_##M##_comb(r, signs, columns, even, comb, b, a, koblitz, beside);                             \
    }

GF2M_ACCELERATED_(163)
GF2M_ACCELERATED_(233)
GF2M_ACCELERATED_(239)
GF2M_ACCELERATED_(283)
GF2M_ACCELERATED_(409)
GF2M_ACCELERATED_(571)

#endif
