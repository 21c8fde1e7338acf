// SPDX-License-Identifier: Apache-2.0
// The operations of GF(2^GF2M_DEGREE) on top of the backend's kernels. gf2m_<degree>.c includes it once per field.
#include <string.h>

#include "gf2m.h"
#include "gf2m_backend.h"
#include "gf2m_names.h"

void GF2M(_add)(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    UNROLLED for (int i = 0; i < W; i++) r[i] = a[i] ^ b[i];
}

void GF2M(_mul)(uint32_t *r, const uint32_t *a, const uint32_t *b) { GF2M(_mul_i)(r, a, b); }

void GF2M(_sqr)(uint32_t *r, const uint32_t *a) { GF2M(_sqr_i)(r, a); }

void GF2M(_sqrn)(uint32_t *r, const uint32_t *a, unsigned n) {
    if (n == 0) {
        memmove(r, a, 4 * W);
        return;
    }
    GF2M(_sqrn_i)(r, a, n);
}

void GF2M(_reduce)(uint32_t *r, const uint32_t *c) { GF2M(_reduce_i)(r, c); }

// a^(2^(m-1) - 1) by the addition chain of the bits of m - 1 (Itoh-Tsujii), then one squaring: for m = 233 the chain
// 1 2 3 6 7 14 28 29 58 116 232, 10 multiplications and 232 squarings. The last bit of m - 1 is 0.
void GF2M(_inv)(uint32_t *r, const uint32_t *a) {
#ifdef GF2M_HAS_ACCELERATOR
    if (GF2M(_accelerated_i)()) {
        const unsigned failed = GF2M(_inv_i)(r, a);
        if (!failed) return;
    }
#endif
    uint32_t b[W], t[W];
    unsigned n = 1;  // b = a^(2^n - 1)
    memcpy(b, a, sizeof b);
    for (int bit = 30 - __builtin_clz((unsigned)GF2M_DEGREE - 1); bit >= 0; bit--) {
        GF2M(_sqrn_i)(t, b, n);
#if defined GF2M_MULSQR_TO && GF2M_DEGREE <= GF2M_MULSQR_TO
        if (bit == 0) {
            GF2M(_mulsqr_i)(r, b, t);
            return;
        }
        n *= 2;
        if (((GF2M_DEGREE - 1) >> bit) & 1) {
            GF2M(_mulsqr_i)(b, b, t);
            GF2M(_mul_i)(b, b, a);
            n++;
        } else {
            GF2M(_mul_i)(b, b, t);
        }
#else
        GF2M(_mul_i)(b, b, t);
        n *= 2;
        if (((GF2M_DEGREE - 1) >> bit) & 1) {
            GF2M(_sqr_i)(b, b);
            GF2M(_mul_i)(b, b, a);
            n++;
        }
#endif
    }
    GF2M(_sqr_i)(r, b);
}

void GF2M(_sqrt)(uint32_t *r, const uint32_t *a) { GF2M(_sqrn_i)(r, a, GF2M_DEGREE - 1); }

unsigned GF2M(_trace)(const uint32_t *a) {
    static const uint32_t weights[] = GF2M_FACT(TRACE);
    uint32_t t = 0;
    for (int i = 0; i < W; i++) t ^= a[i] & weights[i];
    for (int s = 16; s; s /= 2) t ^= t >> s;
    return t & 1;
}

// The sum of a^(4^i) for i = 0 .. (m-1)/2, by Horner's rule.
void GF2M(_half_trace)(uint32_t *r, const uint32_t *a) {
#if defined GF2M_HAS_ACCELERATOR && !defined GF2M_HAS_NO_HALF_TRACE
    if (GF2M(_accelerated_i)()) {
        GF2M(_half_trace_i)(r, a);
        return;
    }
#endif
    uint32_t h[W];
    memcpy(h, a, sizeof h);
    for (int i = 0; i < (GF2M_DEGREE - 1) / 2; i++) {
        GF2M(_sqrn_i)(h, h, 2);
        UNROLLED for (int k = 0; k < W; k++) h[k] ^= a[k];
    }
    memcpy(r, h, sizeof h);
}
