// SPDX-License-Identifier: Apache-2.0
// One task of a curve, chosen by a macro TASK_name; CURVE is k233 and the like. evariste/bench/footprint.py lists them.

#include <evariste.h>

#define NAMED_(curve) ev_curve_##curve
#define NAMED(curve) NAMED_(curve)

const ev_curve_t *const curve = &NAMED(CURVE);
const uint8_t random_bytes[EV_CURVE_RANDOM_BYTES_MAX] = {7, 1, 2, 3, 4, 5, 6, 7, 8, 9};
const uint8_t digest[32] = {0x5a, 1, 2, 3};
ev_ec_private_t key;
ev_ec_public_t known;

#if defined TASK_keygen
#define MEMORY (sizeof key + sizeof known)
static int task(void) {
    if (ev_ec_private_generate(&key, curve, random_bytes, ev_curve_random_bytes(curve))) return 1;
    return ev_ec_public_from_private(&known, &key);
}
#elif defined TASK_ecdh
#define MEMORY (sizeof key + sizeof known)
static int task(void) {
    static uint8_t secret[EV_CURVE_FIELD_BYTES_MAX];
    size_t length;
    if (ev_ec_private_generate(&key, curve, random_bytes, ev_curve_random_bytes(curve))) return 1;
    if (ev_ec_public_from_private(&known, &key)) return 2;
    return ev_ecdh(&key, secret, sizeof secret, &length, &known);
}
#elif defined TASK_sign
#define MEMORY sizeof key
static int task(void) {
    static uint8_t signature[EV_ECDSA_BYTES_MAX];
    size_t length;
    if (ev_ec_private_generate(&key, curve, random_bytes, ev_curve_random_bytes(curve))) return 1;
    return ev_ecdsa_sign(&key, signature, sizeof signature, &length, digest, sizeof digest, &ev_hash_sha256, NULL, 0);
}
#elif defined TASK_verify
#define MEMORY sizeof known
static int task(void) {
    static uint8_t point[EV_CURVE_POINT_BYTES_MAX] = {2}, signature[EV_ECDSA_BYTES_MAX];
    size_t point_bytes = ev_curve_point_bytes(curve, EV_POINT_COMPRESSED);
    signature[ev_curve_scalar_bytes(curve) - 1] = signature[2 * ev_curve_scalar_bytes(curve) - 1] = 1;
    // The first point of order n with a small x, and a signature that is not one: all of the work is done.
    while (ev_ec_public_from_octets(&known, curve, point, point_bytes)) point[point_bytes - 1]++;
    return ev_ecdsa_verify(&known, signature, ev_ecdsa_bytes(curve), digest, sizeof digest) != EV_BAD_SIGNATURE;
}
#elif defined TASK_x25519
#define MEMORY sizeof secret
static uint8_t secret[EV_X25519_BYTES];
static int task(void) {
    if (ev_x25519_public(random_bytes, EV_X25519_BYTES, secret, sizeof secret)) return 1;
    return ev_x25519(random_bytes, EV_X25519_BYTES, secret, sizeof secret, secret, sizeof secret);
}
#else
#error "Define a task."
#endif

#include "footprint.h"
