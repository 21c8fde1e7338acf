// SPDX-License-Identifier: Apache-2.0
// micro-ecc by its own functions.
#include "peer_curve.h"

#include "uECC.h"

static int random(uint8_t *to, unsigned bytes) {
    fill(to, bytes);
    return 1;
}

static size_t measure(void) {
    const uECC_Curve curve = CURVE();
    uECC_set_rng(random);
    int right;
    size_t length = sizeof out;
    bench_begin();
#if defined WHAT_public
    right = uECC_compute_public_key(private_key, out, curve);
#elif defined WHAT_ecdh
    right = uECC_shared_secret(public_key, private_key, out, curve);
    length = BYTES;
#elif defined WHAT_sign
    right = uECC_sign(private_key, digest, DIGEST, out, curve);
#else
    right = uECC_verify(public_key, digest, DIGEST, signature, curve);
    length = 1;
#endif
    bench_end("peer");
    return right ? length : 0;
}
