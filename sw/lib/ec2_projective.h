// SPDX-License-Identifier: Apache-2.0
// Points in lambda-projective coordinates: x = X/Z and lambda = x + y/x = L/Z. Infinity is Z = 0. The table of a
// multiplication holds x and lambda. -(x, lambda) is (x, lambda + 1). The point with x = 0, of order 2, has no lambda;
// no multiple of a point of odd order equals it. Part of ec2_engine.h.
//
// Source: Oliveira, López, Aranha, Rodríguez-Henríquez, "Two is the fastest prime: lambda coordinates for binary elliptic
// curves" (2014), 3.

typedef struct {
    uint32_t x[W], l[W], z[W];
} projective;

static void set_affine(projective *p, const uint32_t *x, const uint32_t *lambda) {
    COPY(p->x, x);
    COPY(p->l, lambda);
    memset(p->z, 0, sizeof p->z);
    p->z[0] = 1;
}

// Doubling: 4M + 4S, or 3M + 4S with b = 1. No branch on values. The double of infinity is infinity.
static void double_point(const ev_curve_t *c, projective *p) {
    uint32_t t[W], u[W], v[W];
    SQR(u, p->z);
    add(v, p->l, p->z);
    if (c->a) MULADD(t, p->l, v, u);
    else MUL(t, p->l, v);             // T = L^2 + L Z + a Z^2
    SUMSQR(v, p->l, p->x);            // (L + X)^2
    SQR(p->x, t);                     // X3 = T^2
    MUL(p->z, t, u);                  // Z3 = T Z^2
    UNROLLED for (int i = 0; i < W; i++) t[i] ^= u[i] ^ v[i];
    MULADD(p->l, v, t, p->x);         // (L + X)^2 ((L + X)^2 + T + Z^2) + X3
    if (c->tau && c->a) return;       // + (a^2 + b) Z^4 + (a + 1) Z3
    SQR(u, u);
    if (c->tau) {
        UNROLLED for (int i = 0; i < W; i++) p->l[i] ^= u[i] ^ p->z[i];
    } else {
        COPY(t, c->b);
        t[0] ^= c->a;
        MULADD(p->l, t, u, p->l);
        if (!c->a) add(p->l, p->l, p->z);
    }
}

// p = 2 (x, lambda): the same with Z = 1, M + 3S.
static void double_affine(const ev_curve_t *c, projective *p, const uint32_t *x, const uint32_t *lambda) {
    uint32_t t[W];
    SQR(t, lambda);
    add(p->z, t, lambda);
    p->z[0] ^= c->a;                  // Z3 = T = L^2 + L + a
    SUMSQR(t, lambda, x);             // (L + X)^2
    SQR(p->x, p->z);                  // X3 = T^2
    add(p->l, t, p->z);
    p->l[0] ^= 1;
    MULADD(p->l, t, p->l, p->x);      // (L + X)^2 ((L + X)^2 + T + 1) + X3
    add(p->l, p->l, c->b);            // + a^2 + b + (a + 1) Z3
    p->l[0] ^= c->a;
    if (!c->a) add(p->l, p->l, p->z);
}

// p + (x, lambda) for p not infinity: 8M + 2S. Changes lambda. No branch on values. If the points are each other's
// negatives, Z becomes 0, which is right. If they are the same, Z becomes 0 too, which is wrong; L is then 0 as well.
static void add_affine(projective *p, const uint32_t *x, uint32_t *lambda) {
    uint32_t a[W], b[W], t[W];
    MULADD(a, p->z, lambda, p->l);    // A = L + lambda Z
    MUL(b, p->z, x);
    MUL(t, a, b);                     // A x Z
    SUMSQR(b, b, p->x);               // B = (X + x Z)^2
    MUL(p->x, a, p->x);               // A X
    SUMSQR(p->l, p->x, b);
    MUL(p->x, p->x, t);               // X3 = A X A x Z
    MUL(a, a, b);
    MUL(p->z, p->z, a);               // Z3 = A B Z
    lambda[0] ^= 1;
    MULADD(p->l, p->z, lambda, p->l); // L3 = (A X + B)^2 + (lambda + 1) Z3
}

// Affine coordinates x and y. Returns 1 for infinity.
static unsigned to_affine(uint32_t *x, uint32_t *y, const projective *p) {
    uint32_t t[W];
    GF2M(_inv)(t, p->z);
    MUL(x, p->x, t);
    MULADD(t, p->l, t, x);            // lambda + x
    MUL(y, t, x);
    return is_zero(p->z);
}
