// SPDX-License-Identifier: Apache-2.0
// Multiplication by public scalars: width-w NAF, tau-adic on Koblitz curves, one or two scalars. Part of ec2_engine.h.

#include "curves/tau.h"
#include "ec2_recode.h"

enum { WIDTH = 5, POINTS = 1 << (WIDTH - 2), BASE_WIDTH = 6, DIGITS_MAX = GF2M_DEGREE + 40 };

// p + sign (x, y), whatever the points are.
static void add_signed(const ec2_curve *c, projective *p, const uint32_t *point, int sign) {
    uint32_t y[W];
    COPY(y, point + W);
    if (sign < 0) add(y, y, point);
    if (is_zero(p->z)) {
        COPY(p->x, point);
        COPY(p->y, y);
        memset(p->z, 0, 4 * W);
        p->z[0] = 1;
        return;
    }
    if (add_affine(c, p, point, y) == 3) {
        COPY(p->x, point);
        COPY(p->y, y);
        memset(p->z, 0, 4 * W);
        p->z[0] = 1;
        double_point(c, p);
    }
}

// tau^n of every coordinate, or 2^n times the point.
static void advance(const ec2_curve *c, projective *p, unsigned n) {
    if (n == 0) return;
    if (!c->tau) {
        while (n--) double_point(c, p);
        return;
    }
    SQRN(p->x, p->x, n);
    SQRN(p->y, p->y, n);
    SQRN(p->z, p->z, n);
}

// Affine forms of q[1..count-1] by one inversion (Montgomery's trick); none is infinity.
static void normalise(uint32_t table[][2 * W], const projective *q, int count) {
    uint32_t product[POINTS][W], inverse[W], t[W];
    COPY(product[1], q[1].z);
    for (int i = 2; i < count; i++) MUL(product[i], product[i - 1], q[i].z);
    GF2M(_inv)(inverse, product[count - 1]);
    for (int i = count - 1; i >= 1; i--) {
        if (i > 1) MUL(t, inverse, product[i - 1]);
        else COPY(t, inverse);
        MUL(inverse, inverse, q[i].z);
        MUL(table[i], q[i].x, t);
        SQR(t, t);
        MUL(table[i] + W, q[i].y, t);
    }
}

// P, 3P, .. 15P, or alpha_u P. The order of P is n, so that none of these is infinity.
static void odd_multiples(const ec2_curve *c, uint32_t table[POINTS][2 * W], const ec2_point *p) {
    static const int8_t steps[2][POINTS - 1][4] = {EC2_TAU_A0_W5_STEPS, EC2_TAU_A1_W5_STEPS};
    projective q[POINTS];
    COPY(table[0], p->x);
    COPY(table[0] + W, p->y);
    memset(&q[0], 0, sizeof q[0]);
    COPY(q[0].x, p->x);
    COPY(q[0].y, p->y);
    q[0].z[0] = 1;
    if (c->tau) {
        for (int i = 1; i < POINTS; i++) {
            const int8_t *s = steps[c->a][i - 1];
            q[i] = q[s[0]];
            advance(c, &q[i], (unsigned)s[1]);
            if (s[2] < 0) {
                uint32_t t[W];
                MUL(t, q[i].x, q[i].z);  // -(X, Y, Z) = (X, X Z + Y, Z)
                add(q[i].y, q[i].y, t);
            }
            add_signed(c, &q[i], table[0], s[3]);
        }
        normalise(table, q, POINTS);
        return;
    }
    // 2P is needed in affine form to add it; table[1] holds it for the moment
    q[1] = q[0];
    double_point(c, &q[1]);
    uint32_t two[2 * W];
    to_affine(two, two + W, &q[1]);
    for (int i = 1; i < POINTS; i++) {
        q[i] = q[i - 1];
        add_signed(c, &q[i], two, 1);
    }
    normalise(table, q, POINTS);
}

static int recode(const ec2_curve *c, int8_t *digits, const uint32_t *k, int width) {
    return c->tau ? ec2_recode_tau(c, digits, k, width) : ec2_recode_naf(digits, k, c->order_words, width);
}

// The sum over both digit strings; either table or string may be absent (length 0).
static unsigned evaluate(const ec2_curve *c, ec2_point *r, const int8_t *d1, int n1, const uint32_t (*t1)[2 * W],
                         const int8_t *d2, int n2, const uint32_t (*t2)[2 * W]) {
    projective q;
    memset(&q, 0, sizeof q);
    unsigned pending = 0;
    for (int i = (n1 > n2 ? n1 : n2) - 1; i >= 0; i--) {
        const int u = i < n1 ? d1[i] : 0, v = i < n2 ? d2[i] : 0;
        pending++;
        if (!u && !v) continue;
        advance(c, &q, pending);
        pending = 0;
        if (u) add_signed(c, &q, t1[(u < 0 ? -u : u) / 2], u);
        if (v) add_signed(c, &q, t2[(v < 0 ? -v : v) / 2], v);
    }
    advance(c, &q, pending);
    return to_affine(r->x, r->y, &q);
}

static unsigned mul_vartime(const ec2_curve *c, ec2_point *r, const uint32_t *k, const ec2_point *p) {
    uint32_t table[POINTS][2 * W];
    int8_t digits[DIGITS_MAX];
    odd_multiples(c, table, p);
    const int n = recode(c, digits, k, WIDTH);
    return evaluate(c, r, 0, 0, 0, digits, n, (const uint32_t(*)[2 * W])table);
}

static unsigned mul2_vartime(const ec2_curve *c, ec2_point *r, const uint32_t *u, const uint32_t *v, const ec2_point *p) {
    uint32_t table[POINTS][2 * W];
    int8_t first[DIGITS_MAX], second[DIGITS_MAX];
    odd_multiples(c, table, p);
    const int n1 = recode(c, first, u, BASE_WIDTH), n2 = recode(c, second, v, WIDTH);
    return evaluate(c, r, first, n1, (const uint32_t(*)[2 * W])c->base, second, n2, (const uint32_t(*)[2 * W])table);
}
