// SPDX-License-Identifier: Apache-2.0
#include "ec2.h"

unsigned ev_ec2_in_field(const ev_curve_t *c, const uint32_t *x) { return x[c->words - 1] >> (c->degree & 31) == 0; }

ev_status_t ev_ec2_check_order(const ev_curve_t *c, const ev_ec_point_t *p) {
    const ev_ec2_engine_t *const engine = (const ev_ec2_engine_t *)(const void *)c->engine;
    // order 2: x = 0; order 4: twice the point has x = 0, and x^4 = b. On curves with a = 0 and b = 1 that is x = 1.
    uint32_t above = 0;
    for (int i = 1; i < c->words; i++) above |= p->x[i];
    if (above == 0 && p->x[0] <= (c->cofactor == 4)) return EV_SMALL_ORDER;
    if (engine->trace(p->x) != (c->a & 1u)) return EV_WRONG_SUBGROUP;
    if (c->cofactor == 4) {
        ev_ec_point_t q = *p;
        // either one of the halves, R or R + (0, sqrt b), is itself a double, or neither is: their traces agree
        if (!engine->halve(c, q.x, q.y)) return EV_WRONG_SUBGROUP;
        if (engine->trace(q.x) != (c->a & 1u)) return EV_WRONG_SUBGROUP;
    }
    return EV_OK;
}
