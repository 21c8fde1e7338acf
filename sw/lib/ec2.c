// SPDX-License-Identifier: Apache-2.0
#include "ec2.h"

static unsigned zero_element(const ev_curve_t *c, const uint32_t *x) {
    uint32_t t = 0;
    for (int i = 0; i < c->words; i++) t |= x[i];
    return t == 0;
}

unsigned ev_ec2_in_field(const ev_curve_t *c, const uint32_t *x) { return x[c->words - 1] >> (c->degree & 31) == 0; }

ev_status_t ev_ec2_check_order(const ev_curve_t *c, const ev_ec_point_t *p) {
    const ev_ec2_engine_t *const engine = (const ev_ec2_engine_t *)(const void *)c->engine;
    // order 2: x = 0; order 4: twice the point has x = 0, and x^4 = b
    if (zero_element(c, p->x)) return EV_SMALL_ORDER;
    ev_ec_point_t q = *p;
    if (c->cofactor == 4) {
        // on curves with a = 0 and b = 1 the points of order 4 have x = 1
        uint32_t t = q.x[0] ^ 1;
        for (int i = 1; i < c->words; i++) t |= q.x[i];
        if (t == 0) return EV_SMALL_ORDER;
    }
    if (engine->trace(q.x) != (c->a & 1u)) return EV_WRONG_SUBGROUP;
    if (c->cofactor == 4) {
        // either one of the halves, R or R + (0, sqrt b), is itself a double, or neither is: their traces agree
        if (!engine->halve(c, q.x, q.y)) return EV_WRONG_SUBGROUP;
        if (engine->trace(q.x) != (c->a & 1u)) return EV_WRONG_SUBGROUP;
    }
    return EV_OK;
}
