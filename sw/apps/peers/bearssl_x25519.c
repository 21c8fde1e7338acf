// SPDX-License-Identifier: Apache-2.0
// X25519 of BearSSL by its own functions. It takes scalars with their most significant octet first.
#include "peer_curve.h"

#include "bearssl.h"

static size_t measure(void) {
    const br_ec_impl *const ec = br_ec_get_default();
    uint8_t scalar[BYTES];
    for (int i = 0; i < BYTES; i++) scalar[i] = private_key[BYTES - 1 - i];
    memcpy(out, public_key, BYTES);
    uint32_t right = 1;
    bench_begin();
#if defined WHAT_public
    ec->mulgen(out, scalar, BYTES, BR_EC_curve25519);
#else
    right = ec->mul(out, BYTES, scalar, BYTES, BR_EC_curve25519);
#endif
    bench_end("peer");
    return right ? BYTES : 0;
}
