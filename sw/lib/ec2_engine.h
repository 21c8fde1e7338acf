// SPDX-License-Identifier: Apache-2.0
// Curve arithmetic over GF(2^GF2M_DEGREE), compiled once per field by ec2_<degree>.c; used through ec2.h.
#include <string.h>

#include "ec2.h"
#include "gf2m_kernels.h"
#include "gf2m_names.h"

#define MUL GF2M(_mul_i)
#define MULADD GF2M(_muladd_i)
#define SQR GF2M(_sqr_i)
#define SQRN GF2M(_sqrn_i)
#define SUMSQR GF2M(_sumsqr_i)
typedef struct {
    uint32_t word[W];
} element;  // so that the compiler copies with LDM and STM
#define COPY(r, a) (*(element *)(r) = *(const element *)(a))

static inline void add(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    for (int i = 0; i < W; i++) r[i] = a[i] ^ b[i];
}

static inline uint32_t is_zero(const uint32_t *a) {  // 1 or 0, without a branch
    uint32_t t = 0;
    for (int i = 0; i < W; i++) t |= a[i];
    return 1 ^ ((t | -t) >> 31);
}

static inline void select(uint32_t *r, uint32_t bit, const uint32_t *zero, const uint32_t *one) {
    for (int i = 0; i < W; i++) r[i] = zero[i] ^ (-bit & (zero[i] ^ one[i]));
}

static unsigned on_curve(const ec2_curve *c, const uint32_t *x, const uint32_t *y) {
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

static unsigned lift(const ec2_curve *c, uint32_t *y, const uint32_t *x, unsigned bit) {
    uint32_t t[W];
    if (is_zero(x)) {
        COPY(y, c->sqrt_b);
        return 1;
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
    return t[0] & 1;
}

// Knudsen and Schroeppel: (u, v) with 2 (u, v) = (x, y): lambda^2 + lambda = x + a, u^2 = x (lambda + 1) + y,
// v = u^2 + lambda u. Public points only.
static unsigned halve(const ec2_curve *c, uint32_t *x, uint32_t *y) {
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

// ---- secret scalars -------------------------------------------------------------------------------------------------

// The Montgomery ladder of López and Dahab (CHES 1999). Of the two points P, Q with Q - P fixed, each step replaces one
// by P + Q and the other by its own double; the sum does not depend on which, so only the doubling chooses, and what is
// kept is A, the last sum, and D, the last double. 5M + 4S a step with b = 1, 6M + 5S otherwise.
static inline __attribute__((always_inline)) unsigned ladder_of(const ec2_curve *c, ec2_point *r, const uint32_t *k,
                                                                const ec2_point *p, int koblitz) {
    struct {
        uint32_t sx[W], sz[W], dx[W], dz[W];  // the chosen point's coordinates (or their squares), and D: one array for the kernel
        uint32_t ax[W], az[W];
        uint32_t t[W], u[W], x[W], sqrt_b[W];
    } v;
    memset(&v, 0, sizeof v);
    v.dx[0] = 1;  // D = infinity = 0 P
    v.az[0] = 1;  // A = P
    COPY(v.ax, p->x);
    COPY(v.x, p->x);
    COPY(v.sqrt_b, c->sqrt_b);
    uint32_t before = 0;
    for (int i = c->order_bits - 1; i >= 0; i--) {
        const uint32_t bit = k[i >> 5] >> (i & 31) & 1, other = bit ^ before;
        before = bit;
        MUL(v.t, v.ax, v.dz);
        MUL(v.u, v.az, v.dx);
        if (koblitz) {
            GF2M(_ladder_i)(v.sx, v.dx, v.ax, other);  // writes sx, sz and dx = (sx + sz)^4
            GF2M(_mulsqr_i)(v.dz, v.sx, v.sz);
        } else {
            GF2M(_ladderb_i)(v.sx, v.dx, v.ax, other);  // writes the squares
            MUL(v.dz, v.sx, v.sz);
            MULADD(v.dx, v.sz, v.sqrt_b, v.sx);
            SQR(v.dx, v.dx);
        }
        SUMSQR(v.az, v.t, v.u);
        MUL(v.t, v.t, v.u);
        MULADD(v.ax, v.az, v.x, v.t);
    }
    // R0 = k P = X1 : Z1 and R1 = (k + 1) P = X2 : Z2
    select(v.sx, before, v.dx, v.ax);
    select(v.sz, before, v.dz, v.az);
    select(v.t, before, v.ax, v.dx);
    select(v.u, before, v.az, v.dz);
    const uint32_t infinite = is_zero(v.sz), minus = is_zero(v.u);  // k = 0, k = n - 1
    // y = (x + x1) ((X1 + x Z1)(X2 + x Z2) + (x^2 + y) Z1 Z2) / (x Z1 Z2) + y
    MUL(v.dx, v.sz, v.u);                // Z1 Z2
    MUL(v.dz, v.dx, v.x);
    GF2M(_inv)(v.dz, v.dz);              // 1 / (x Z1 Z2)
    MULADD(v.ax, v.x, v.sz, v.sx);       // X1 + x Z1
    MULADD(v.t, v.x, v.u, v.t);          // X2 + x Z2
    MUL(v.ax, v.ax, v.t);
    SQR(v.az, v.x);
    add(v.az, v.az, p->y);
    MULADD(v.ax, v.az, v.dx, v.ax);
    MUL(v.ax, v.ax, v.dz);               // the bracket over x Z1 Z2
    MUL(v.dz, v.dz, v.x);
    MUL(v.dz, v.dz, v.u);                // 1 / Z1
    MUL(v.sx, v.sx, v.dz);               // x1
    add(v.t, v.sx, v.x);
    MULADD(v.ax, v.ax, v.t, p->y);
    add(v.az, p->x, p->y);
    select(r->x, minus, v.sx, v.x);
    select(r->y, minus, v.ax, v.az);
    for (size_t i = 0; i < sizeof v / 4; i++) ((volatile uint32_t *)&v)[i] = 0;
    return infinite;
}

static unsigned ladder(const ec2_curve *c, ec2_point *r, const uint32_t *k, const ec2_point *p) {
    return c->tau ? ladder_of(c, r, k, p, 1) : ladder_of(c, r, k, p, 0);
}

#include "ec2_projective.h"
#include "ec2_comb.h"
#include "ec2_vartime.h"

#define ENGINE_NAME__(m) ec2_engine_##m
#define ENGINE_NAME_(m) ENGINE_NAME__(m)
static const ec2_engine ENGINE_NAME_(GF2M_DEGREE) = {on_curve, halve, lift,        parity,      GF2M(_trace),
                                                     ladder,   comb,  mul_vartime, mul2_vartime};

#include "ec2_curve.h"
