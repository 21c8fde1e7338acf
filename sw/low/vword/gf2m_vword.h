// SPDX-License-Identifier: Apache-2.0
// Products and squares in GF(2^GF2M_DEGREE): by the accelerator if it has this field, else by portable code. Included once
// for each field.
#define GF2M_PORTABLE(type, n) static type portable##n
#include "gf2m_portable.h"

#define VWORD__(m, n) ev_vword_##m##n
#define VWORD_(m, n) VWORD__(m, n)
#define VWORD(n) VWORD_(GF2M_DEGREE, n)

void GF2M(_mul_k)(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    if (vword_field() == GF2M_DEGREE) VWORD(_mul)(r, a, b);
    else portable_mul_k(r, a, b);
}

void GF2M(_sqr_k)(uint32_t *r, const uint32_t *a) {
    if (vword_field() == GF2M_DEGREE) VWORD(_sqr)(r, a);
    else portable_sqr_k(r, a);
}

void GF2M(_sqrn_k)(uint32_t *r, const uint32_t *a, unsigned n) {
    if (vword_field() == GF2M_DEGREE) {
        VWORD(_sqrn)(r, a, n);
        return;
    }
    portable_sqr_k(r, a);
    while (--n) portable_sqr_k(r, r);
}
