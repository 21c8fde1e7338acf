// SPDX-License-Identifier: Apache-2.0
// The operations of the prime field FP_LABEL on top of the backend's kernels. fp_<label>.c includes it once per field.
#include <string.h>

#include "ec_scalar.h"
#include "fp.h"
#include "fp_backend.h"
#include "fp_names.h"
#include "secret.h"

static const uint32_t prime[] = FP_FACT(_PRIME);

void FP(_add)(uint32_t *r, const uint32_t *a, const uint32_t *b) { FP(_add_i)(r, a, b); }

void FP(_sub)(uint32_t *r, const uint32_t *a, const uint32_t *b) { FP(_sub_i)(r, a, b); }

void FP(_mul)(uint32_t *r, const uint32_t *a, const uint32_t *b) { FP(_mul_i)(r, a, b); }

void FP(_sqr)(uint32_t *r, const uint32_t *a) { FP(_sqr_i)(r, a); }

void FP(_canonical)(uint32_t *r, const uint32_t *a) {
    uint32_t t[W], borrow = 0;
    for (int i = 0; i < W; i++) {
        const uint64_t d = (uint64_t)a[i] - prime[i] - borrow;
        t[i] = (uint32_t)d;
        borrow = (uint32_t)(d >> 32) & 1;
    }
    secret_select_words(r, secret_mask(borrow), t, a, W);
}

void FP(_inv)(uint32_t *r, const uint32_t *a) {
    uint32_t t[W];
    FP(_canonical)(t, a);
    ev_ec_inverse_modulo(r, t, prime, W, FP_FACT(_BITS), FP_FACT(_INVERSE));
}

#if FP_LABEL != 25519
#include "fp_sqrt_vartime.h"
#endif
