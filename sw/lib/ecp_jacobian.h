// SPDX-License-Identifier: Apache-2.0
// Points in Jacobian coordinates: x = X/Z^2 and y = Y/Z^3. Infinity is Z = 0. Part of ecp_engine.h.
//
// Source: Guide to Elliptic Curve Cryptography (2004), 3.2.2; Meloni (2007) for sums of points with the same Z.

typedef struct {
    uint32_t x[W], y[W], z[W];
} jacobian;

static void set_affine(jacobian *p, const uint32_t *x, const uint32_t *y) {
    COPY(p->x, x);
    COPY(p->y, y);
    memset(p->z, 0, sizeof p->z);
    p->z[0] = 1;
}

// Doubling: 3M + 5S. No branch on values. The double of infinity is infinity.
static void double_point(jacobian *p) {
    uint32_t s[W], t[W], m[W];
    SQR(t, p->z);
    SUB(m, p->x, t);
    ADD(s, p->x, t);
    MUL(s, m, s);
    ADD(m, s, s);
    ADD(m, m, s);             // M = 3 (X - Z^2)(X + Z^2)
    ADD(p->z, p->y, p->z);
    SQR(p->z, p->z);
    SUB(p->z, p->z, t);
    SQR(t, p->y);
    SUB(p->z, p->z, t);       // Z3 = (Y + Z)^2 - Y^2 - Z^2
    ADD(t, t, t);
    MUL(s, p->x, t);
    ADD(s, s, s);             // S = 4 X Y^2
    SQR(t, t);
    ADD(t, t, t);             // 8 Y^4
    SQR(p->x, m);
    SUB(p->x, p->x, s);
    SUB(p->x, p->x, s);       // X3 = M^2 - 2 S
    SUB(s, s, p->x);
    MUL(p->y, m, s);
    SUB(p->y, p->y, t);       // Y3 = M (S - X3) - 8 Y^4
}

// p + (x, y) for p not infinity: 8M + 3S. No branch on values. If the points are each other's negatives, Z becomes 0,
// which is right. If they are the same, Z becomes 0 too, which is wrong; X is then 0 as well.
static void add_affine(jacobian *p, const uint32_t *x, const uint32_t *y) {
    uint32_t e[W], f[W], t[W];
    SQR(t, p->z);
    MUL(e, x, t);
    SUB(e, e, p->x);          // E = x Z^2 - X
    MUL(t, t, p->z);
    MUL(f, y, t);
    SUB(f, f, p->y);          // F = y Z^3 - Y
    MUL(p->z, p->z, e);       // Z3 = Z E
    SQR(t, e);
    MUL(e, e, t);             // E^3
    MUL(t, p->x, t);          // X E^2
    SQR(p->x, f);
    SUB(p->x, p->x, e);
    SUB(p->x, p->x, t);
    SUB(p->x, p->x, t);       // X3 = F^2 - E^3 - 2 X E^2
    SUB(t, t, p->x);
    MUL(e, p->y, e);
    MUL(p->y, f, t);
    SUB(p->y, p->y, e);       // Y3 = F (X E^2 - X3) - Y E^3
}

static void choose(jacobian *p, uint32_t mask, const jacobian *other) {
    secret_select_words(p->x, mask, p->x, other->x, W);
    secret_select_words(p->y, mask, p->y, other->y, W);
    secret_select_words(p->z, mask, p->z, other->z, W);
}

// p + (x, y) for any p, without a branch on values: the sum, the double of (x, y), or (x, y).
static void add_affine_to_any(jacobian *p, const uint32_t *x, const uint32_t *y) {
    const uint32_t infinite = is_zero(p->z);
    jacobian other;
    add_affine(p, x, y);
    set_affine(&other, x, y);
    double_point(&other);
    choose(p, secret_mask(is_zero(p->z) & is_zero(p->x)), &other);
    set_affine(&other, x, y);
    choose(p, secret_mask(infinite), &other);
}

// Affine coordinates. Returns 1 for infinity.
static unsigned to_affine(uint32_t *x, uint32_t *y, const jacobian *p) {
    uint32_t t[W], u[W];
    FP(_inv)(t, p->z);
    SQR(u, t);
    MUL(t, t, u);
    MUL(x, p->x, u);
    MUL(y, p->y, t);
    return is_zero(p->z);
}

// The first `count` odd multiples of a point: 8M + 2S each, and an inversion. No branch on values. Twice the point and the
// last multiple keep the same Z; their sum and twice the point get a new one, which is the old one times the difference of
// their x. One inversion at the end serves all.
static __attribute__((noinline)) void odd_multiples(uint32_t table[][2 * W], int count, const ev_ec_point_t *p) {
    uint32_t ratio[ENTRIES][W], x[W], y[W], z[W], s[W], t[W];
    COPY(table[0], p->x);
    COPY(table[0] + W, p->y);
    jacobian two;
    set_affine(&two, p->x, p->y);
    double_point(&two);
    COPY(z, two.z);           // 2 y; the point itself with this Z:
    SQR(t, z);
    MUL(x, p->x, t);
    MUL(t, t, z);
    MUL(y, p->y, t);
    for (int i = 1; i < count; i++) {
        SUB(ratio[i], two.x, x);
        MUL(z, z, ratio[i]);
        SQR(t, ratio[i]);
        MUL(two.x, two.x, t); // x of twice the point, with the new Z
        MUL(x, x, t);
        SUB(s, two.y, y);
        SUB(t, two.x, x);
        MUL(two.y, two.y, t); // its y
        SQR(t, s);
        SUB(t, t, two.x);
        SUB(x, t, x);         // x of the sum
        SUB(t, two.x, x);
        MUL(y, s, t);
        SUB(y, y, two.y);     // its y
        COPY(table[i], x);
        COPY(table[i] + W, y);
    }
    FP(_inv)(z, z);
    for (int i = count - 1; i > 0; i--) {
        SQR(t, z);
        MUL(table[i], table[i], t);
        MUL(t, t, z);
        MUL(table[i] + W, table[i] + W, t);
        MUL(z, z, ratio[i]);
    }
}
