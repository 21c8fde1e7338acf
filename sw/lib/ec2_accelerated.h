// SPDX-License-Identifier: Apache-2.0
// Points times scalars on a machine that may have a unit for them (gf2m_backend.h, GF2M_HAS_ACCELERATOR). Part of
// ec2_engine.h. HERE(f) is f where a backend has no such unit. Elsewhere it asks the machine first.
#ifndef GF2M_BASE_STACK_WORDS
#define GF2M_BASE_STACK_WORDS EC2_STACK_WORDS
#define GF2M_SIGN_STACK_WORDS(words) EC2_SIGN_STACK_WORDS
#endif
#ifndef GF2M_HAS_CHECK
#define CHECK_ORDER ev_ec2_check_order
#else
#define CHECK_ORDER check_order

// With a cofactor of 2 a trace is enough. The unit does not say why it refuses a point.
static ev_status_t check_order(const ev_curve_t *c, const ev_ec_point_t *p) {
    if (c->cofactor == 4 && GF2M(_accelerated_i)()) {
        const uint32_t refused = GF2M(_check_i)(p->x, c->a, c->tau ? 0 : c->sqrt_b);
        if (!refused) return EV_OK;
    }
    return ev_ec2_check_order(c, p);
}
#endif

#ifndef GF2M_HAS_ACCELERATOR
#define HERE(function) function
#else
#define HERE(function) here_##function

static unsigned times(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    const unsigned infinite = GF2M(_point_i)(r->x, k, c->order_bits, p->x, c->tau ? 0 : c->sqrt_b);
    return infinite == 2 ? ladder(c, r, k, p) : infinite;
}

static unsigned here_ladder(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    return (GF2M(_accelerated_i)() ? times : ladder)(c, r, k, p);
}

#ifndef GF2M_HAS_ACCELERATED_COMB
static void base_point(const ev_curve_t *c, ev_ec_point_t *g) {
    COPY(g->x, c->g);
    COPY(g->y, c->g + W);
}
#endif

#ifdef GF2M_HAS_ACCELERATED_COMB
static void comb_beside(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, ev_ec_inversion_t *beside) {
    uint32_t signs[EV_CURVE_WORDS_MAX + 1];
    if (!GF2M(_accelerated_i)()) {
        comb(c, r, k);
        return;
    }
    const uint32_t even = to_signs(c, signs, k, c->comb_columns * TEETH) & 1;
    const unsigned failed = GF2M(_comb_i)(r->x, signs, c->comb_columns, even, c->comb, c->b, c->a, c->tau != 0, beside);
    if (failed) comb(c, r, k);
}

static void here_comb(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k) { comb_beside(c, r, k, 0); }
#else
static void here_comb(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k) {
    ev_ec_point_t g;
    if (!GF2M(_accelerated_i)()) {
        comb(c, r, k);
        return;
    }
    base_point(c, &g);
    times(c, r, k, &g);
}
#endif

// u G for a public u. Returns 1 for infinity.
static unsigned times_base_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *u) {
    uint32_t any = 0;
    for (int i = 0; i < c->order_words; i++) any |= u[i];
    if (!any) return 1;
    here_comb(c, r, u);
    return 0;
}

static unsigned here_mul_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    return (GF2M(_accelerated_i)() ? times : mul_vartime)(c, r, k, p);
}

// r = p + q, affine and in any relation. Returns 1 for infinity.
static unsigned add_points_vartime(const ev_curve_t *c, ev_ec_point_t *r, const ev_ec_point_t *p, const ev_ec_point_t *q) {
    uint32_t x[W], y[W], s[W];
    add(x, p->x, q->x);
    add(y, p->y, q->y);
    if (!vanishes_vartime(x)) {  // the chord: s = (y1 + y2) / (x1 + x2)
        GF2M(_inv)(s, x);
        MUL(s, s, y);
    } else if (vanishes_vartime(y)) {  // the tangent: s = x1 + y1 / x1; points of odd order have x1 != 0
        GF2M(_inv)(s, p->x);
        MULADD(s, s, p->y, p->x);
    } else {
        return 1;
    }
    MULADD(x, s, s, x);  // x3 = s^2 + s + x1 + x2 + a
    add(x, x, s);
    x[0] ^= c->a;
    add(y, x, p->y);  // y3 = s (x1 + x3) + x3 + y1
    uint32_t t[W];
    add(t, x, p->x);
    MULADD(r->y, s, t, y);
    COPY(r->x, x);
    return 0;
}

static unsigned here_mul2_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *u, const uint32_t *v,
                                  const ev_ec_point_t *p) {
    if (!GF2M(_accelerated_i)()) return mul2_vartime(c, r, u, v, p);
    ev_ec_point_t ug, vp;
    const unsigned first = times_base_vartime(c, &ug, u), second = times(c, &vp, v, p);
    if (!first && !second) return add_points_vartime(c, r, &ug, &vp);
    const ev_ec_point_t *const other = first ? &vp : &ug;
    COPY(r->x, other->x);
    COPY(r->y, other->y);
    return first && second;
}
#endif
