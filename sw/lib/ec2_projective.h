// SPDX-License-Identifier: Apache-2.0
// López-Dahab projective points, x = X/Z, y = Y/Z^2; infinity is Z = 0. Part of ec2_engine.h.

typedef struct {
    uint32_t x[W], y[W], z[W];
} projective;

// 4M + 5S, 3M + 5S with b = 1. Without a branch on values; the double of infinity is infinity.
static void double_point(const ec2_curve *c, projective *p) {
    uint32_t t[W], u[W];
    SQR(t, p->z);
    SQR(u, p->x);
    MUL(p->z, t, u);              // Z3 = X^2 Z^2
    if (c->tau) {
        SUMSQR(p->x, t, u);       // X3 = X^4 + b Z^4 with b = 1
        SQR(t, t);
    } else {
        MULADD(p->x, t, c->sqrt_b, u);
        SQR(p->x, p->x);
        SQR(t, t);
        MUL(t, t, c->b);          // b Z^4
    }
    SQR(u, p->y);
    add(u, u, t);
    if (c->a) add(u, u, p->z);    // a Z3 + Y^2 + b Z^4
    MUL(u, u, p->x);
    MULADD(p->y, t, p->z, u);
}

// p + (x, y) for p not infinity: 8M + 5S. Returns 0, or 1 when the points are each other's negatives and 3 when they are the
// same: Z is then 0, which is right for negatives. Without a branch on values.
static uint32_t add_affine(const ec2_curve *c, projective *p, const uint32_t *x, const uint32_t *y) {
    uint32_t s[W], t[W], u[W], v[W];
    SQR(t, p->z);
    MULADD(u, t, y, p->y);        // A = Y + y Z^2
    MULADD(v, p->z, x, p->x);     // B = X + x Z
    const uint32_t same = is_zero(v), double_it = same & is_zero(u);
    MUL(s, v, p->z);              // C = B Z
    if (c->a) add(t, t, s);       // C + a Z^2
    else COPY(t, s);
    SQR(v, v);
    MUL(v, v, t);                 // D = B^2 (C + a Z^2)
    SQR(p->z, s);                 // Z3 = C^2
    MUL(s, s, u);                 // E = A C
    SQR(u, u);
    UNROLLED for (int i = 0; i < W; i++) p->x[i] = u[i] ^ v[i] ^ s[i];  // X3 = A^2 + D + E
    MULADD(t, p->z, x, p->x);     // F = X3 + x Z3
    add(u, x, y);
    SQR(v, p->z);
    MUL(u, u, v);                 // G = (x + y) Z3^2
    add(s, s, p->z);
    MULADD(p->y, s, t, u);        // Y3 = (E + Z3) F + G
    return same | double_it << 1;
}

// Affine coordinates; 1 for infinity.
static unsigned to_affine(uint32_t *x, uint32_t *y, const projective *p) {
    uint32_t t[W];
    GF2M(_inv)(t, p->z);
    MUL(x, p->x, t);
    SQR(t, t);
    MUL(y, p->y, t);
    return is_zero(p->z);
}
