// SPDX-License-Identifier: Apache-2.0
// Curve arithmetic over GF(2^GF2M_DEGREE). ec2_<degree>.c compiles it once per field. Programs use it through ec2.h.
#include <string.h>

#include "ec2.h"
#include "ec_key.h"
#include "gf2m_backend.h"
#include "gf2m_names.h"
#include "secret.h"

#define MUL GF2M(_mul_i)
#define MULADD GF2M(_muladd_i)
#define SQR GF2M(_sqr_i)
#define SQRN GF2M(_sqrn_i)
#define SUMSQR GF2M(_sumsqr_i)

static inline void COPY(uint32_t *r, const uint32_t *a) {
    UNROLLED for (int i = 0; i < W; i++) r[i] = a[i];
}

static inline void add(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    UNROLLED for (int i = 0; i < W; i++) r[i] = a[i] ^ b[i];
}

static inline uint32_t is_zero(const uint32_t *a) {  // 1 or 0, without a branch
    uint32_t t = 0;
    UNROLLED for (int i = 0; i < W; i++) t |= a[i];
    return secret_is_zero(t);
}

static unsigned on_curve(const ev_curve_t *c, const uint32_t *x, const uint32_t *y) {
    uint32_t l[W], r[W];
    add(l, x, y);
    MUL(l, l, y);  // y^2 + xy
    SQR(r, x);
    uint32_t t[W];
    COPY(t, x);
    t[0] ^= c->a;
    MULADD(r, r, t, c->b);  // x^2 (x + a) + b
    add(l, l, r);
    return is_zero(l);
}

// z with z^2 + z = v; 0 when there is none.
static unsigned solve(uint32_t *z, const uint32_t *v) {
    uint32_t t[W];
    if (GF2M(_trace)(v)) return 0;
    GF2M(_half_trace)(t, v);
    COPY(z, t);
    return 1;
}

static unsigned lift(const ev_curve_t *c, uint32_t *y, const uint32_t *x, unsigned bit) {
    uint32_t t[W];
    if (is_zero(x)) {
        COPY(y, c->sqrt_b);
        return !bit;
    }
    SQR(t, x);
    GF2M(_inv)(t, t);
    MULADD(t, t, c->b, x);
    t[0] ^= c->a;
    if (!solve(t, t)) return 0;
    t[0] ^= (t[0] & 1) ^ bit;
    MUL(y, x, t);
    return 1;
}

static unsigned parity(const uint32_t *x, const uint32_t *y) {
    uint32_t t[W];
    GF2M(_inv)(t, x);
    MUL(t, t, y);
    return t[0] & 1;  // 0 for x = 0
}

// Knudsen and Schroeppel: (u, v) with 2 (u, v) = (x, y): lambda^2 + lambda = x + a, u^2 = x (lambda + 1) + y,
// v = u^2 + lambda u. Public points only.
static unsigned halve(const ev_curve_t *c, uint32_t *x, uint32_t *y) {
    uint32_t l[W], t[W];
    COPY(t, x);
    t[0] ^= c->a;
    if (!solve(l, t)) return 0;
    COPY(t, l);
    t[0] ^= 1;
    MULADD(t, t, x, y);
    GF2M(_sqrt)(x, t);
    MULADD(y, l, x, t);
    return 1;
}

#include "ec2_ladder.h"
#include "ec2_projective.h"
#include "ec2_comb.h"
#include "ec2_vartime.h"
#include "ec2_accelerated.h"

#define ENGINE_NAME__(m) ec2_engine_##m
#define ENGINE_NAME_(m) ENGINE_NAME__(m)
static const ev_ec2_engine_t ENGINE_NAME_(GF2M_DEGREE) = {
    {ev_ec2_in_field, on_curve, lift, parity, CHECK_ORDER, HERE(ladder), HERE(comb),
     HERE(mul_vartime), HERE(mul2_vartime), EC2_STACK_WORDS(W), GF2M_BASE_STACK_WORDS(W), GF2M_SIGN_STACK_WORDS(W),
#ifdef EC_HAS_INVERSION_BESIDE
     comb_beside,
#endif
#ifdef EC_HAS_MUL_MODULO
     EC_MUL_MODULO_OF(GF2M_FACT(WORDS)),
#endif
    },
    halve, GF2M(_trace)};

#include "ec2_curve.h"
