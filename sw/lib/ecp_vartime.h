// SPDX-License-Identifier: Apache-2.0
// Multiplication by public scalars: NAF of width 5, and of width 6 for the base point; one or two scalars. Part of
// ecp_engine.h.

#include "ec_recode.h"

enum { WIDTH = 5, POINTS = 1 << (WIDTH - 2), BASE_WIDTH = 6, DIGITS_MAX = EC_DIGITS_MAX(32 * W) };

static int vanishes_vartime(const uint32_t *a) {
    for (int i = 0; i < W; i++)
        if (a[i]) return 0;
    return 1;
}

// p + sign (x, y), for any points.
static void add_signed_vartime(jacobian *p, const uint32_t *point, int sign) {
    uint32_t y[W];
    const uint32_t zero[W] = {0};
    if (sign < 0) SUB(y, zero, point + W);
    else COPY(y, point + W);
    if (vanishes_vartime(p->z)) {
        set_affine(p, point, y);
        return;
    }
    add_affine(p, point, y);
    if (!vanishes_vartime(p->z) || !vanishes_vartime(p->x)) return;
    set_affine(p, point, y);  // the same point twice
    double_point(p);
}

// The sum over both digit strings (Straus). The first, with its table, may be absent (length 0).
static unsigned evaluate_vartime(ev_ec_point_t *r, const int8_t *d1, int n1, const uint32_t *t1, const int8_t *d2, int n2,
                                 const uint32_t *t2) {
    jacobian q;
    memset(&q, 0, sizeof q);
    for (int i = (n1 > n2 ? n1 : n2) - 1; i >= 0; i--) {
        const int u = i < n1 ? d1[i] : 0, v = i < n2 ? d2[i] : 0;
        double_point(&q);
        if (u) add_signed_vartime(&q, t1 + (u < 0 ? -u : u) / 2 * 2 * W, u);
        if (v) add_signed_vartime(&q, t2 + (v < 0 ? -v : v) / 2 * 2 * W, v);
    }
    return to_affine(r->x, r->y, &q);
}

static unsigned mul_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    uint32_t table[POINTS][2 * W];
    int8_t digits[DIGITS_MAX];
    odd_multiples(table, POINTS, p);
    const int n = ev_ec_recode_naf_vartime(digits, k, c->order_words, WIDTH);
    return evaluate_vartime(r, 0, 0, 0, digits, n, table[0]);
}

static unsigned mul2_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *u, const uint32_t *v,
                             const ev_ec_point_t *p) {
    uint32_t table[POINTS][2 * W];
    int8_t first[DIGITS_MAX], second[DIGITS_MAX];
    odd_multiples(table, POINTS, p);
#ifdef ECP_TABLE  // the base point's table is of another kind
    uint32_t multiples[POINTS][2 * W];
    const uint32_t *const base = multiples[0];
    ev_ec_point_t g;
    COPY(g.x, c->g);
    COPY(g.y, c->g + W);
    odd_multiples(multiples, POINTS, &g);
    const int n1 = ev_ec_recode_naf_vartime(first, u, c->order_words, WIDTH);
#else
    const uint32_t *const base = c->base;
    const int n1 = ev_ec_recode_naf_vartime(first, u, c->order_words, BASE_WIDTH);
#endif
    const int n2 = ev_ec_recode_naf_vartime(second, v, c->order_words, WIDTH);
    return evaluate_vartime(r, first, n1, base, second, n2, table[0]);
}
