// SPDX-License-Identifier: Apache-2.0
// Prime curves of MIRACL Core by its own functions, whose names have the curve's. It hashes the message that it signs.
#include "peer_curve.h"

#include HEADER

#define JOIN(a, b, c) a##b##c
#define NAME(curve, what) JOIN(ECP_, curve, what)

static size_t measure(void) {
    char point[1 + 2 * BYTES] = {4}, numbers[2][BYTES];
    csprng random;
    uint8_t seed[32];
    fill(seed, sizeof seed);
    memcpy(point + 1, public_key, 2 * BYTES);
    memcpy(numbers, signature, 2 * BYTES);
    octet known = {sizeof point, sizeof point, point}, own = {BYTES, BYTES, (char *)private_key};
    octet secret = {0, BYTES, (char *)out}, text = {MESSAGE, MESSAGE, (char *)message};
    octet r = {BYTES, BYTES, numbers[0]}, s = {BYTES, BYTES, numbers[1]};
    RAND_seed(&random, sizeof seed, (char *)seed);
    (void)known, (void)own, (void)secret, (void)text, (void)r, (void)s;
    size_t length = sizeof out;
    int wrong;
    bench_begin();
#if defined WHAT_public
    wrong = NAME(CURVE, _KEY_PAIR_GENERATE)(NULL, &own, &known);
#elif defined WHAT_ecdh
    wrong = NAME(CURVE, _SVDP_DH)(&own, &known, &secret, 0);
    length = BYTES;
#elif defined WHAT_sign
    wrong = NAME(CURVE, _SP_DSA)(DIGEST, &random, NULL, &own, &text, &r, &s);
#else
    wrong = NAME(CURVE, _VP_DSA)(DIGEST, &known, &text, &r, &s);
    length = 1;
#endif
    bench_end("peer");
#if defined WHAT_public
    memcpy(out, point + 1, sizeof out);
#elif defined WHAT_sign
    memcpy(out, numbers, sizeof out);
#endif
    return wrong ? 0 : length;
}
