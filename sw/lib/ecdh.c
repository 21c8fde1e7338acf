// SPDX-License-Identifier: Apache-2.0
#include <evariste/ecdh.h>

#include <string.h>

#include "ec_scalar.h"
#include "ec_key.h"
#include "secret.h"

// The x-coordinate of h d Q. Q has order n, so h d may be taken modulo n.
static ev_status_t agree(const ev_ec_private_t *key, uint8_t *secret, const ev_ec_public_t *peer, int h) {
    const ev_curve_t *const c = key->curve;
    ev_ec_point_t q;
    uint32_t k[EV_CURVE_WORDS_MAX];
    memcpy(k, key->scalar, sizeof k);
    for (; h > 1; h /= 2) ev_ec_scalar_add(c, k, k, k);
    ec_get_point(&q, peer);
    const ev_status_t status = ev_ec_mul(c, &q, k, &q);
    if (status == EV_OK) ev_ec_to_octets(secret, q.x, c->octets);
    ev_wipe(k, sizeof k);
    ev_wipe(&q, sizeof q);
    ev_wipe_stack(c->engine->mul_stack_words);
    return status;
}

static ev_status_t check(const ev_ec_private_t *key, const uint8_t *secret, size_t capacity, const size_t *length,
                         const ev_ec_public_t *peer) {
    if (!ec_is_key(key) || !ec_is_public_key(peer)) return EV_NULL;
    if (key->curve != peer->curve) return EV_CURVE_MISMATCH;
    const ev_status_t status = ec_room(key, sizeof *key, secret, capacity, key->curve->octets, length);
    return status != EV_OK ? status : ec_room(peer, sizeof *peer, secret, capacity, key->curve->octets, length);
}

ev_status_t ev_ecdh(const ev_ec_private_t *key, uint8_t *secret, size_t capacity, size_t *length,
                    const ev_ec_public_t *peer) {
    ev_status_t status = check(key, secret, capacity, length, peer);
    if (status == EV_OK) status = agree(key, secret, peer, 1);
    if (status == EV_OK) *length = key->curve->octets;
    return status;
}

ev_status_t ev_ecdh_cofactor(const ev_ec_private_t *key, uint8_t *secret, size_t capacity, size_t *length,
                             const ev_ec_public_t *peer) {
    ev_status_t status = check(key, secret, capacity, length, peer);
    if (status == EV_OK) status = agree(key, secret, peer, key->curve->cofactor);
    if (status == EV_OK) *length = key->curve->octets;
    return status;
}
