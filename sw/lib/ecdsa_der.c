// SPDX-License-Identifier: Apache-2.0
#include <evariste/ecdsa.h>

#include <string.h>

#include "der.h"
#include "ec_key.h"
#include "ec_scalar.h"

// The numbers may have their top bit set only if the order fills its octets. DER then adds an octet.
size_t ev_ecdsa_der_bytes(const ev_curve_t *curve) {
    return der_bytes(2 * der_bytes(curve->order_octets + (curve->order_bits % 8 == 0)));
}

// Whether half of a raw signature is 1 .. n-1.
static int is_in_range(const ev_curve_t *c, const uint8_t *octets) {
    uint32_t x[EV_CURVE_WORDS_MAX];
    ev_ec_from_octets(x, c->order_words, octets, c->order_octets);
    return ev_ec_check_scalar(c, x) == EV_OK;
}

ev_status_t ev_ecdsa_to_der(const ev_curve_t *curve, uint8_t *der, size_t capacity, size_t *length, const uint8_t *raw,
                            size_t raw_bytes) {
    if (curve == NULL || der == NULL || length == NULL || (raw == NULL && raw_bytes > 0)) return EV_NULL;
    const size_t half = curve->order_octets;
    if (raw_bytes != 2 * half) return EV_BAD_LENGTH;
    if (!is_in_range(curve, raw) || !is_in_range(curve, raw + half)) return EV_BAD_SIGNATURE;
    uint8_t made[EV_ECDSA_DER_BYTES_MAX];
    const uint8_t *const end = made + sizeof made;
    der_writer_t to = {made + sizeof made};
    ev_der_put_unsigned(&to, raw + half, half);
    ev_der_put_unsigned(&to, raw, half);
    ev_der_wrap(&to, DER_SEQUENCE, end);
    const size_t needed = (size_t)(end - to.at);
    if (capacity < needed) return EV_TOO_SMALL;
    memcpy(der, to.at, needed);
    *length = needed;
    return EV_OK;
}

// An INTEGER as `half` octets.
static ev_status_t read_number(const ev_curve_t *c, uint8_t *octets, const der_reader_t *value) {
    const size_t half = c->order_octets;
    if (value->left > half) return EV_BAD_SIGNATURE;
    memset(octets, 0, half - value->left);
    memcpy(octets + half - value->left, value->at, value->left);
    return is_in_range(c, octets) ? EV_OK : EV_BAD_SIGNATURE;
}

ev_status_t ev_ecdsa_from_der(const ev_curve_t *curve, uint8_t *raw, size_t capacity, size_t *length,
                              const uint8_t *der, size_t der_bytes) {
    if (curve == NULL || raw == NULL || length == NULL || (der == NULL && der_bytes > 0)) return EV_NULL;
    const size_t half = curve->order_octets;
    if (capacity < 2 * half) return EV_TOO_SMALL;
    der_reader_t body, r, s;
    if (!ev_der_whole(der, der_bytes, DER_SEQUENCE, &body) || !ev_der_unsigned(&body, &r) ||
        !ev_der_unsigned(&body, &s) || body.left != 0)
        return EV_BAD_ENCODING;
    uint8_t read[EV_ECDSA_BYTES_MAX];
    ev_status_t status = read_number(curve, read, &r);
    if (status == EV_OK) status = read_number(curve, read + half, &s);
    if (status != EV_OK) return status;
    memcpy(raw, read, 2 * half);
    *length = 2 * half;
    return EV_OK;
}

ev_status_t ev_ecdsa_sign_der(const ev_ec_private_t *key, uint8_t *signature, size_t capacity, size_t *length,
                              const uint8_t *digest, size_t digest_bytes, const ev_hash_t *nonce_hash,
                              const uint8_t *extra, size_t extra_bytes) {
    if (!ec_is_key(key)) return EV_NULL;
    const ev_status_t room = ec_room(key, sizeof *key, signature, capacity, ev_ecdsa_der_bytes(key->curve), length);
    if (room != EV_OK) return room;
    uint8_t raw[EV_ECDSA_BYTES_MAX];
    size_t raw_bytes;
    const ev_status_t status = ev_ecdsa_sign(key, raw, sizeof raw, &raw_bytes, digest, digest_bytes, nonce_hash, extra,
                                             extra_bytes);
    return status != EV_OK ? status : ev_ecdsa_to_der(key->curve, signature, capacity, length, raw, raw_bytes);
}

ev_status_t ev_ecdsa_verify_der(const ev_ec_public_t *key, const uint8_t *signature, size_t length,
                                const uint8_t *digest, size_t digest_bytes) {
    if (!ec_is_public_key(key) || digest == NULL) return EV_NULL;
    if (digest_bytes == 0 || digest_bytes > EV_HASH_BYTES_MAX) return EV_BAD_DIGEST;
    uint8_t raw[EV_ECDSA_BYTES_MAX];
    size_t raw_bytes;
    const ev_status_t status = ev_ecdsa_from_der(key->curve, raw, sizeof raw, &raw_bytes, signature, length);
    return status != EV_OK ? status : ev_ecdsa_verify(key, raw, raw_bytes, digest, digest_bytes);
}
