// SPDX-License-Identifier: Apache-2.0
// Points and inverses by the coprocessor, for each field that its registers are wide enough for (gf2m_backend.h,
// GF2M_HAS_ACCELERATOR). Everything else comes from the backend below.
#ifndef GF2M_COPROCESSOR_H
#define GF2M_COPROCESSOR_H

#include <stdint.h>

#include "curves/fields.h"

#define GF2M_HAS_ACCELERATOR 1
#define GF2M_HAS_NO_HALF_TRACE 1
#define GF2M_HAS_CHECK 1

// x^degree + the terms; the weights of the trace.
typedef struct {
    uint16_t degree, words, terms[4];
    const uint32_t *trace;
} ev_asip_field_t;

// The bits of an element that there is room for; 0 in a build without curves.
unsigned ev_asip_width(void);

// They return what gf2m_backend.h says.
unsigned ev_asip_invert(const ev_asip_field_t *field, uint32_t *r, const uint32_t *a);
unsigned ev_asip_point(const ev_asip_field_t *field, uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p,
                       const uint32_t *b);
uint32_t ev_asip_check(const ev_asip_field_t *field, const uint32_t *p, uint32_t a, const uint32_t *b);

#define GF2M_COPROCESSOR_(M)                                                                                          \
    static inline const ev_asip_field_t *ev_asip_field_##M(void) {                                                    \
        static const uint32_t trace[] = GF2_##M##_TRACE;                                                              \
        static const ev_asip_field_t field = {M, GF2_##M##_WORDS, GF2_##M##_TERMS, trace};                            \
        return &field;                                                                                                \
    }                                                                                                                 \
    static inline unsigned ev_gf2_##M##_accelerated_i(void) { return ev_asip_width() >= (M); }                        \
    static inline unsigned ev_gf2_##M##_inv_i(uint32_t *r, const uint32_t *a) {                                       \
        return ev_asip_invert(ev_asip_field_##M(), r, a);                                                             \
    }                                                                                                                 \
    static inline unsigned ev_gf2_##M##_point_i(uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p,     \
                                                const uint32_t *sqrt_b) {                                             \
        uint32_t b[GF2_##M##_WORDS] = {1};                                                                            \
        if (sqrt_b) ev_gf2_##M##_sqr_i(b, sqrt_b);                                                                    \
        return ev_asip_point(ev_asip_field_##M(), r, k, bits, p, b);                                                  \
    }                                                                                                                 \
    static inline uint32_t ev_gf2_##M##_check_i(const uint32_t *p, uint32_t a, const uint32_t *sqrt_b) {              \
        uint32_t b[GF2_##M##_WORDS] = {1};                                                                            \
        if (sqrt_b) ev_gf2_##M##_sqr_i(b, sqrt_b);                                                                    \
        return ev_asip_check(ev_asip_field_##M(), p, a, b);                                                           \
    }

GF2M_COPROCESSOR_(163)
GF2M_COPROCESSOR_(233)
GF2M_COPROCESSOR_(239)
GF2M_COPROCESSOR_(283)
GF2M_COPROCESSOR_(409)
GF2M_COPROCESSOR_(571)

#endif
