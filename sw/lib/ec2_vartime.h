// SPDX-License-Identifier: Apache-2.0
// Multiplication by public scalars: width-w NAF, tau-adic on Koblitz curves, one or two scalars. Part of ec2_engine.h.

#include "curves/tau.h"
#include "ec2_recode.h"

enum { WIDTH = 5, POINTS = 1 << (WIDTH - 2), BASE_WIDTH = 6, DIGITS_MAX = EC_DIGITS_MAX(GF2M_DEGREE) };

static int vanishes_vartime(const uint32_t *a) {
    for (int i = 0; i < W; i++)
        if (a[i]) return 0;
    return 1;
}

// p + sign (x, lambda), for any points.
static void add_signed_vartime(const ev_curve_t *c, projective *p, const uint32_t *point, int sign) {
    uint32_t lambda[W];
    COPY(lambda, point + W);
    lambda[0] ^= sign < 0;
    if (!vanishes_vartime(p->z)) {
        add_affine(p, point, lambda);
        if (!vanishes_vartime(p->z) || !vanishes_vartime(p->l)) return;
        lambda[0] ^= 1;  // the same point twice
        set_affine(p, point, lambda);
        double_point(c, p);
    } else {
        set_affine(p, point, lambda);
    }
}

// tau^n of every coordinate, or 2^n times the point.
static void advance(const ev_curve_t *c, projective *p, unsigned n) {
    if (n == 0) return;
    if (!c->tau) {
        while (n--) double_point(c, p);
        return;
    }
#ifdef GF2M_HAS_SQRN3
    GF2M(_sqrn3_i)((uint32_t *)p, n);
#else
    SQRN(p->x, p->x, n);
    SQRN(p->l, p->l, n);
    SQRN(p->z, p->z, n);
#endif
}

// Replaces a[0..count-1] by their inverses with one inversion (Montgomery's trick). None may be 0.
static void invert_all(uint32_t a[][W], int count) {
    uint32_t product[POINTS][W], inverse[W];
    COPY(product[0], a[0]);
    for (int i = 1; i < count; i++) MUL(product[i], product[i - 1], a[i]);
    GF2M(_inv)(inverse, product[count - 1]);
    for (int i = count - 1; i > 0; i--) {
        MUL(product[i], inverse, product[i - 1]);
        MUL(inverse, inverse, a[i]);
        COPY(a[i], product[i]);
    }
    COPY(a[0], inverse);
}

// The points +-alpha_u P of a Koblitz curve. All of them are P or tau^k P +- P. x and lambda of a sum of affine points
// need 1/(x1 + x2) and 1/x3. The denominator of x3 is (x1 + x2)^2, so one inversion serves all.
static void tau_multiples(const ev_curve_t *c, uint32_t table[POINTS][2 * W], const ev_ec_point_t *p) {
    enum { CHORDS = EC2_TAU_CHORDS };
    static const int8_t chords[2][CHORDS][3] = {EC2_TAU_A0_CHORD, EC2_TAU_A1_CHORD};  // k, digits of tau^k + 1 and tau^k - 1
    struct {
        uint32_t a[W], b[W], b3[W], plus[W], minus[W], both[W];  // sum of y, of x, its cube; x3 (x1 + x2)^2, their product
    } s[CHORDS];
    uint32_t inverse[1 + CHORDS][W], t[W], u[W], v[W], w[W];
    COPY(inverse[0], p->x);
    for (int i = 0; i < CHORDS; i++) {
        const unsigned k = (unsigned)chords[c->a][i][0];
        SQRN(u, p->x, k);
        SQRN(v, p->y, k);
        add(s[i].a, p->y, v);
        add(s[i].b, p->x, u);
        SQR(t, s[i].b);
        MUL(s[i].b3, t, s[i].b);
        SQR(v, s[i].a);
        add(v, v, s[i].b3);
        if (c->a) add(v, v, t);
        MULADD(s[i].plus, s[i].a, s[i].b, v);
        MULADD(s[i].minus, p->x, u, s[i].plus);
        MUL(s[i].both, s[i].plus, s[i].minus);
        MUL(inverse[1 + i], s[i].both, s[i].b);
    }
    invert_all(inverse, 1 + CHORDS);
    COPY(table[0], p->x);
    MULADD(table[0] + W, p->y, inverse[0], p->x);
    for (int i = 0; i < CHORDS; i++) {
        MUL(t, inverse[1 + i], s[i].both);  // 1 / (x1 + x2)
        MUL(v, s[i].a, t);                  // slope of the chord of tau^k P and P, then of tau^k P and -P
        MUL(w, inverse[1 + i], s[i].b3);
        COPY(u, p->y);
        for (int sign = 1; sign <= 2; sign++) {
            const int digit = chords[c->a][i][sign];
            if (digit) {
                uint32_t *x = table[(digit < 0 ? -digit : digit) / 2], *lambda = x + W, r[W];
                SQR(x, v);
                UNROLLED for (int j = 0; j < W; j++) x[j] ^= v[j] ^ s[i].b[j];
                x[0] ^= c->a;
                MUL(r, w, sign == 1 ? s[i].minus : s[i].plus);  // 1 / x
                MULADD(lambda, v, p->x, u);
                add(v, v, x);
                MULADD(lambda, lambda, r, v);                   // x + slope + 1 + (slope x1 + y1) / x
                add(v, v, x);
                lambda[0] ^= digit > 0;
            }
            MULADD(v, p->x, t, v);
            add(u, u, p->x);
        }
    }
}

// P, 3P, .. 15P.
static void odd_multiples(const ev_curve_t *c, uint32_t table[POINTS][2 * W], const ev_ec_point_t *p) {
    uint32_t inverse[POINTS][W], two[2 * W], lambda[W], t[W];
    projective q[POINTS];
    // 1/x and 1/(x^4 + b): lambda of P; 2P has x = lambda^2 + lambda + a = (x^4 + b)/x^2
    COPY(inverse[0], p->x);
    SQR(t, p->x);
    SUMSQR(inverse[1], t, c->sqrt_b);
    invert_all(inverse, 2);
    MULADD(lambda, p->y, inverse[0], p->x);
    SQR(two + W, lambda);
    add(two, two + W, lambda);
    two[0] ^= c->a;
    two[W] ^= 1 ^ c->a;
    SQR(t, t);
    MULADD(two + W, t, inverse[1], two + W);  // lambda(2P) = x^2 / x(2P) + lambda^2 + a + 1
    set_affine(&q[0], p->x, lambda);
    for (int i = 1; i < POINTS; i++) {
        q[i] = q[i - 1];
        COPY(lambda, two + W);
        add_affine(&q[i], two, lambda);  // 2P is neither P nor -P, nor is it 3P, ..
    }
    for (int i = 0; i < POINTS; i++) COPY(inverse[i], q[i].z);
    invert_all(inverse, POINTS);
    for (int i = 0; i < POINTS; i++) {
        MUL(table[i], q[i].x, inverse[i]);
        MUL(table[i] + W, q[i].l, inverse[i]);
    }
}

static void multiples(const ev_curve_t *c, uint32_t table[POINTS][2 * W], const ev_ec_point_t *p) {
    if (c->tau) tau_multiples(c, table, p);
    else odd_multiples(c, table, p);
}

static int recode_vartime(const ev_curve_t *c, int8_t *digits, const uint32_t *k, int width) {
    return c->tau ? ev_ec2_recode_tau_vartime(c, digits, k, width)
                  : ev_ec_recode_naf_vartime(digits, k, c->order_words, width);
}

// The sum over both digit strings. Either string, with its table, may be absent (length 0).
static unsigned evaluate_vartime(const ev_curve_t *c, ev_ec_point_t *r, const int8_t *d1, int n1,
                                 const uint32_t (*t1)[2 * W], const int8_t *d2, int n2, const uint32_t (*t2)[2 * W]) {
    projective q;
    memset(&q, 0, sizeof q);
    unsigned pending = 0;
    for (int i = (n1 > n2 ? n1 : n2) - 1; i >= 0; i--) {
        const int u = i < n1 ? d1[i] : 0, v = i < n2 ? d2[i] : 0;
        pending++;
        if (!u && !v) continue;
        advance(c, &q, pending);
        pending = 0;
        if (u) add_signed_vartime(c, &q, t1[(u < 0 ? -u : u) / 2], u);
        if (v) add_signed_vartime(c, &q, t2[(v < 0 ? -v : v) / 2], v);
    }
    advance(c, &q, pending);
    return to_affine(r->x, r->y, &q);
}

static unsigned mul_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    uint32_t table[POINTS][2 * W];
    int8_t digits[DIGITS_MAX];
    multiples(c, table, p);
    const int n = recode_vartime(c, digits, k, WIDTH);
    return evaluate_vartime(c, r, 0, 0, 0, digits, n, (const uint32_t(*)[2 * W])table);
}

static unsigned mul2_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *u, const uint32_t *v,
                             const ev_ec_point_t *p) {
    uint32_t table[POINTS][2 * W];
    int8_t first[DIGITS_MAX], second[DIGITS_MAX];
    multiples(c, table, p);
    const int n1 = recode_vartime(c, first, u, BASE_WIDTH), n2 = recode_vartime(c, second, v, WIDTH);
    return evaluate_vartime(c, r, first, n1, (const uint32_t(*)[2 * W])c->base, second, n2, (const uint32_t(*)[2 * W])table);
}
