// SPDX-License-Identifier: Apache-2.0
// BearSSL by its own functions, those that it takes itself on this core.
#include "peer_curve.h"

#include "bearssl.h"

static size_t measure(void) {
    const br_ec_impl *const ec = br_ec_get_default();
    uint8_t point[1 + 2 * BYTES] = {4};
    size_t length = sizeof out;
    memcpy(point + 1, public_key, 2 * BYTES);
    br_ec_private_key own = {CURVE, (unsigned char *)(uintptr_t)private_key, BYTES};
    br_ec_public_key known = {CURVE, point, sizeof point};
    const br_ecdsa_sign sign = br_ecdsa_sign_raw_get_default();
    const br_ecdsa_vrfy verify = br_ecdsa_vrfy_raw_get_default();
    (void)own, (void)known, (void)sign, (void)verify;
    uint32_t right = 1;
    bench_begin();
#if defined WHAT_public
    ec->mulgen(point, private_key, BYTES, CURVE);
#elif defined WHAT_ecdh
    right = ec->mul(point, sizeof point, private_key, BYTES, CURVE);
    length = BYTES;
#elif defined WHAT_sign
    right = sign(ec, &br_sha256_vtable, digest, &own, out) == sizeof out;
#else
    right = verify(ec, digest, DIGEST, &known, signature, 2 * BYTES);
    length = 1;
#endif
    bench_end("peer");
#if defined WHAT_public || defined WHAT_ecdh
    memcpy(out, point + 1, length);
#endif
    return right ? length : 0;
}
