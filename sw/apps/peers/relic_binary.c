// SPDX-License-Identifier: Apache-2.0
// Binary curves of RELIC by its own functions. MULTIPLY is the function that multiplies any point. The table for the
// base point is made with the curve, before the measurement.
#include "peer_curve.h"

#include <relic.h>

static size_t measure(void) {
    bn_t k;
    eb_t p, q;
    bn_null(k);
    eb_null(p);
    eb_null(q);
    if (core_init() != RLC_OK || RLC_FB_BYTES != BYTES) return 0;
    eb_param_set(CURVE);
    bn_new(k);
    eb_new(p);
    eb_new(q);
    bn_read_bin(k, private_key, BYTES);
    fb_read_bin(p->x, public_key, BYTES);
    fb_read_bin(p->y, public_key + BYTES, BYTES);
    fb_set_dig(p->z, 1);
    p->coord = BASIC;
    bench_begin();
#if defined WHAT_public
    eb_mul_gen(q, k);
#else
    MULTIPLY(q, p, k);
#endif
    bench_end("peer");
    fb_write_bin(out, BYTES, q->x);
    fb_write_bin(out + BYTES, BYTES, q->y);
    return sizeof out;
}
