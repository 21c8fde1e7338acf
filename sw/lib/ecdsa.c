// SPDX-License-Identifier: Apache-2.0
#include <evariste/ecdsa.h>

#include "ec_key.h"
#include "ecdsa_words.h"
#include "secret.h"

size_t ev_ecdsa_bytes(const ev_curve_t *curve) { return 2u * curve->order_octets; }

static int is_digest(size_t digest_bytes) { return digest_bytes > 0 && digest_bytes <= EV_HASH_BYTES_MAX; }

static ev_status_t sign(const ev_ec_private_t *key, ev_ec_signature_t *sig, const ev_ec_seed_t *seed) {
    uint32_t k[EV_CURVE_WORDS_MAX];
    ev_status_t status;
    unsigned skip = 0;
    do {
        ev_ec_nonce(key->curve, k, seed, skip++);
        status = ev_ec_sign(key->curve, sig, seed->digest, seed->digest_bytes, key->scalar, k);
    } while (status == EV_BAD_SIGNATURE);  // r = 0 or s = 0
    ev_wipe(k, sizeof k);
    ev_wipe_stack(key->curve->engine->sign_stack_words);
    return status;
}

ev_status_t ev_ecdsa_sign(const ev_ec_private_t *key, uint8_t *signature, size_t capacity, size_t *length,
                          const uint8_t *digest, size_t digest_bytes, const ev_hash_t *nonce_hash,
                          const uint8_t *extra, size_t extra_bytes) {
    if (!ec_is_key(key) || nonce_hash == NULL || digest == NULL || (extra == NULL && extra_bytes > 0)) return EV_NULL;
    if (!is_digest(digest_bytes)) return EV_BAD_DIGEST;
    const ev_curve_t *const c = key->curve;
    const size_t half = c->order_octets;
    ev_status_t status = ec_room(key, sizeof *key, signature, capacity, 2 * half, length);
    if (status != EV_OK) return status;
    const ev_ec_seed_t seed = {key->scalar, digest, extra, digest_bytes, extra_bytes, nonce_hash};
    ev_ec_signature_t sig;
    status = sign(key, &sig, &seed);
    if (status != EV_OK) return status;
    EV_DECLASSIFY_BYTES(&sig, sizeof sig);
    ev_ec_to_octets(signature, sig.r, half);
    ev_ec_to_octets(signature + half, sig.s, half);
    *length = 2 * half;
    return EV_OK;
}

ev_status_t ev_ecdsa_verify(const ev_ec_public_t *key, const uint8_t *signature, size_t length, const uint8_t *digest,
                            size_t digest_bytes) {
    if (!ec_is_public_key(key) || (signature == NULL && length > 0) || digest == NULL) return EV_NULL;
    if (!is_digest(digest_bytes)) return EV_BAD_DIGEST;
    const ev_curve_t *const c = key->curve;
    const size_t half = c->order_octets;
    if (length != 2 * half) return EV_BAD_LENGTH;
    ev_ec_signature_t sig;
    ev_ec_point_t q;
    ev_ec_from_octets(sig.r, c->order_words, signature, half);
    ev_ec_from_octets(sig.s, c->order_words, signature + half, half);
    ec_get_point(&q, key);
    return ev_ec_verify_vartime(c, &sig, digest, digest_bytes, &q);
}
