// SPDX-License-Identifier: Apache-2.0
// X25519 of MIRACL Core by its own functions. They take numbers with their most significant octet first, and a secret
// key with the bits that RFC 7748 fixes.
#include "peer_curve.h"

#include "ecdh_C25519.h"

static void turn(char *to, const uint8_t *from) {
    for (int i = 0; i < BYTES; i++) to[i] = (char)from[BYTES - 1 - i];
}

static size_t measure(void) {
    char scalar[BYTES], u[BYTES], secret[BYTES];
    turn(scalar, private_key);
    turn(u, public_key);
    scalar[0] = (char)((scalar[0] & 0x7f) | 0x40);
    scalar[BYTES - 1] &= (char)0xf8;
    octet own = {BYTES, BYTES, scalar}, known = {BYTES, BYTES, u}, shared = {0, BYTES, secret};
    (void)known, (void)shared;
    bench_begin();
#if defined WHAT_public
    const int wrong = ECP_C25519_KEY_PAIR_GENERATE(NULL, &own, &known);
    bench_end("peer");
    turn((char *)out, (uint8_t *)u);
#else
    const int wrong = ECP_C25519_SVDP_DH(&own, &known, &shared, 0);
    bench_end("peer");
    turn((char *)out, (uint8_t *)secret);
#endif
    return wrong ? 0 : BYTES;
}
