// SPDX-License-Identifier: Apache-2.0
// Curve arithmetic over the prime field FP_LABEL, y^2 = x^3 - 3 x + b. ecp_<label>.c compiles it once per field. Programs
// use it through ec.h.
#include <string.h>

#include "ec.h"
#include "ec_key.h"
#include "fp.h"
#include "fp_backend.h"
#include "fp_names.h"
#include "secret.h"

#define MUL FP(_mul_i)
#define SQR FP(_sqr_i)
#define ADD FP(_add_i)
#define SUB FP(_sub_i)

static inline void COPY(uint32_t *r, const uint32_t *a) {
    for (int i = 0; i < W; i++) r[i] = a[i];
}

static inline uint32_t is_zero(const uint32_t *a) { return secret_words_are_zero(a, W); }

static unsigned in_field(const ev_curve_t *c, const uint32_t *x) {
    (void)c;
    static const uint32_t prime[] = FP_FACT(_PRIME);
    for (int i = W - 1; i >= 0; i--)
        if (x[i] != prime[i]) return x[i] < prime[i];
    return 0;
}

// x^3 - 3 x + b
static void right_side(const ev_curve_t *c, uint32_t *r, const uint32_t *x) {
    uint32_t t[W];
    SQR(t, x);
    MUL(t, t, x);
    for (int i = 0; i < 3; i++) SUB(t, t, x);
    ADD(r, t, c->b);
}

static unsigned on_curve(const ev_curve_t *c, const uint32_t *x, const uint32_t *y) {
    uint32_t l[W], r[W];
    SQR(l, y);
    right_side(c, r, x);
    SUB(l, l, r);
    return is_zero(l);
}

static unsigned lift(const ev_curve_t *c, uint32_t *y, const uint32_t *x, unsigned bit) {
    uint32_t t[W], zero[W] = {0};
    right_side(c, t, x);
    if (!FP(_sqrt_vartime)(y, t)) return 0;
    if ((y[0] & 1) != bit) SUB(y, zero, y);
    return (y[0] & 1) == bit;  // not for y = 0
}

static unsigned parity(const uint32_t *x, const uint32_t *y) {
    (void)x;
    return y[0] & 1;
}

// The cofactor is 1.
static ev_status_t check_order(const ev_curve_t *c, const ev_ec_point_t *p) {
    (void)c;
    (void)p;
    return EV_OK;
}

#include "ec_signed_digits.h"
#include "ecp_jacobian.h"
#include "ecp_secret.h"
#include "ecp_vartime.h"

// HERE(f) is f where a backend has no unit for points (fp_backend.h, FP_HAS_ACCELERATOR). Elsewhere it asks the machine
// first.
#ifdef FP_HAS_ACCELERATOR
#include "ecp_accelerated.h"
#else
#define HERE(function) function
#define HERE_BASE_STACK_WORDS ECP_BASE_STACK_WORDS(W)
#define HERE_SIGN_STACK_WORDS ECP_SIGN_STACK_WORDS
#define here_mul_base_beside 0
#endif

static const ev_ec_engine_t engine = {in_field, on_curve, lift, parity, check_order, HERE(mul), HERE(mul_base),
                                      HERE(mul_vartime), HERE(mul2_vartime), ECP_STACK_WORDS(W), HERE_BASE_STACK_WORDS,
                                      HERE_SIGN_STACK_WORDS,
#ifdef EC_HAS_INVERSION_BESIDE
                                      here_mul_base_beside,
#endif
#ifdef EC_HAS_MUL_MODULO
                                      EC_MUL_MODULO_OF(FP_FACT(_WORDS)),
#endif
};

#ifndef ECP_TABLE
#define ECP_TABLE(UP, name) ECP_##UP##_##name
#endif
#define CURVE_(NAME, UP)                                                                                            \
    const ev_curve_t ev_curve_##NAME = {&engine, FP_FACT(_BITS), ECP_##UP##_ORDER_BITS, W, (FP_FACT(_BITS) + 7) / 8, \
                                        ECP_##UP##_ORDER_WORDS, (ECP_##UP##_ORDER_BITS + 7) / 8, 0, 1, ECP_##UP##_B, \
                                        0, ECP_##UP##_G, ECP_##UP##_ORDER, ECP_##UP##_ORDER_R2,                     \
                                        ECP_##UP##_ORDER_INVERSE, ECP_TABLE(UP, BASE)[0], ECP_TABLE(UP, COMB)[0],     \
                                        ECP_TABLE(UP, COMB_COLUMNS), 0, ECP_##UP##_NAME, ECP_##UP##_OID,                \
                                        sizeof ECP_##UP##_OID};

#if FP_LABEL == 192
#include "curves/p192.h"
CURVE_(p192, P192)
#elif FP_LABEL == 224
#include "curves/p224.h"
CURVE_(p224, P224)
#elif FP_LABEL == 256
#include "curves/p256.h"
CURVE_(p256, P256)
#elif FP_LABEL == 384
#include "curves/p384.h"
CURVE_(p384, P384)
#elif FP_LABEL == 521
#include "curves/p521.h"
CURVE_(p521, P521)
#else
#error "There are curves over the prime fields 192, 224, 256, 384 and 521."
#endif
