// SPDX-License-Identifier: Apache-2.0
// Prime curves of RELIC by its own functions. MULTIPLY is the function that multiplies any point. The table for the
// base point is made with the curve, before the measurement.
#include "peer_curve.h"

#include <relic.h>

static size_t measure(void) {
    bn_t k, r, s;
    ep_t p, q;
    bn_null(k);
    bn_null(r);
    bn_null(s);
    ep_null(p);
    ep_null(q);
    if (core_init() != RLC_OK || RLC_FP_BYTES != BYTES) return 0;
    ep_param_set(CURVE);
    bn_new(k);
    bn_new(r);
    bn_new(s);
    ep_new(p);
    ep_new(q);
    bn_read_bin(k, private_key, BYTES);
    fp_read_bin(p->x, public_key, BYTES);
    fp_read_bin(p->y, public_key + BYTES, BYTES);
    fp_set_dig(p->z, 1);
    p->coord = BASIC;
    bn_read_bin(r, signature, BYTES);
    bn_read_bin(s, signature + BYTES, BYTES);
    int right = 1;
    size_t length = sizeof out;
    bench_begin();
#if defined WHAT_public
    ep_mul_gen(q, k);
#elif defined WHAT_sign
    right = cp_ecdsa_sig(r, s, digest, DIGEST, 1, k) == RLC_OK;
#elif defined WHAT_verify
    right = cp_ecdsa_ver(r, s, digest, DIGEST, 1, p);
#else
    MULTIPLY(q, p, k);
#endif
    bench_end("peer");
#if defined WHAT_sign
    bn_write_bin(out, BYTES, r);
    bn_write_bin(out + BYTES, BYTES, s);
#elif defined WHAT_verify
    length = 1;
#else
    fp_write_bin(out, BYTES, q->x);
    fp_write_bin(out + BYTES, BYTES, q->y);
#if defined WHAT_ecdh
    length = BYTES;
#endif
#endif
    return right ? length : 0;
}
