// SPDX-License-Identifier: Apache-2.0
// The field kernels (gf2m_backend.h) for vword: by the accelerator if it is one of level field for the field in question,
// else as in the portable version. So a program runs on every instance, and on the core alone.
//
// The accelerator's routines are assembly that `ev gen field` makes. They follow the C calling convention. They leave
// operands and results in the accelerator's registers, which no C code uses. k P clears them.
#ifndef VWORD_GF2M_KERNELS_H
#define VWORD_GF2M_KERNELS_H

#include <stddef.h>
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

#define GF2M_HAS_ACCELERATOR 1

// Bits of the ladder's step, from the differences of neighbouring bits of the scalar: d has bit i of k less bit i + 1. The
// top one comes to bit 31 of the last word. Below them is the lowest bit of k, which says what the last step has doubled.
static inline void vword_differences(uint32_t *d, const uint32_t *k, unsigned bits, int words) {
    uint32_t above = 0;
    for (int i = words - 1; i >= 0; i--) {
        d[i + 1] = k[i] ^ (k[i] >> 1 | above << 31);
        above = k[i];
    }
    d[words] <<= 32 * (unsigned)words - bits;
    d[0] = k[0] << 31;
}

// The field of the accelerator, if there is one of level field; else 0. Start-up has set Status.CU2 if there is one.
static inline unsigned vword_field(void) {
    unsigned status, level, degree;
    __asm__("mfc0 %0, $12" : "=r"(status));
    if ((status >> 30 & 1) == 0) return 0;
    __asm__("cfc2 %0, $4" : "=r"(level));
    __asm__("cfc2 %0, $3" : "=r"(degree));
    return level == 3 ? degree : 0;
}

void ev_vword_clear(void);  // v1 to v31, VP and COND

#define GF2M_ACCELERATED_(M, W)                                                                                          \
    void ev_vword_##M##_mul(uint32_t *r, const uint32_t *a, const uint32_t *b);                                          \
    void ev_vword_##M##_sqr(uint32_t *r, const uint32_t *a);                                                             \
    void ev_vword_##M##_sqrn(uint32_t *r, const uint32_t *a, unsigned n);                                                \
    void ev_vword_##M##_inv(uint32_t *r, const uint32_t *a);                                                             \
    void ev_vword_##M##_half_trace(uint32_t *r, const uint32_t *a);                                                      \
    unsigned ev_vword_##M##_point(uint32_t *r, const uint32_t *d, const uint32_t *p, unsigned bits);                     \
    unsigned ev_vword_##M##_pointb(uint32_t *r, const uint32_t *d, const uint32_t *p, const uint32_t *sqrt_b,            \
                                   unsigned bits);                                                                       \
    static inline unsigned ev_gf2_##M##_accelerated_i(void) { return vword_field() == (M); }                             \
    static inline unsigned ev_gf2_##M##_inv_i(uint32_t *r, const uint32_t *a) {                                          \
        ev_vword_##M##_inv(r, a);                                                                                        \
        return 0;                                                                                                        \
    }                                                                                                                    \
    static inline void ev_gf2_##M##_half_trace_i(uint32_t *r, const uint32_t *a) { ev_vword_##M##_half_trace(r, a); }    \
    static inline unsigned ev_gf2_##M##_point_i(uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p,        \
                                                const uint32_t *sqrt_b) {                                                \
        uint32_t d[(W) + 1];                                                                                             \
        const int words = (int)(bits + 31) / 32;                                                                         \
        vword_differences(d, k, bits, words);                                                                            \
        const unsigned infinite =                                                                                        \
            sqrt_b ? ev_vword_##M##_pointb(r, d + words, p, sqrt_b, bits) : ev_vword_##M##_point(r, d + words, p, bits); \
        ev_vword_clear();                                                                                                \
        return infinite;                                                                                                 \
    }

GF2M_ACCELERATED_(163, 6)
GF2M_ACCELERATED_(233, 8)
GF2M_ACCELERATED_(239, 8)
GF2M_ACCELERATED_(283, 9)
GF2M_ACCELERATED_(409, 13)
GF2M_ACCELERATED_(571, 18)

#endif
