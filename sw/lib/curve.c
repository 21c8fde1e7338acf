// SPDX-License-Identifier: Apache-2.0
#include <evariste/curve.h>

#include <string.h>

#include "ec_scalar.h"
#include "ec_key.h"
#include "secret.h"

size_t ev_curve_field_bytes(const ev_curve_t *curve) { return curve->octets; }

size_t ev_curve_scalar_bytes(const ev_curve_t *curve) { return curve->order_octets; }

size_t ev_curve_point_bytes(const ev_curve_t *curve, ev_point_form_t form) {
    return 1 + (form == EV_POINT_COMPRESSED ? 1u : 2u) * curve->octets;
}

size_t ev_curve_random_bytes(const ev_curve_t *curve) { return curve->order_octets + 8u; }

const char *ev_curve_name(const ev_curve_t *curve) { return curve->name; }

ev_status_t ev_ec_private_generate(ev_ec_private_t *key, const ev_curve_t *curve, const uint8_t *random,
                                   size_t random_bytes) {
    if (key == NULL || curve == NULL || (random == NULL && random_bytes > 0)) return EV_NULL;
    if (random_bytes != ev_curve_random_bytes(curve)) return EV_BAD_LENGTH;
    ev_ec_private_t made = {.curve = curve};
    ev_ec_scalar_from_random(curve, made.scalar, random, random_bytes);
    *key = made;
    ev_wipe(&made, sizeof made);
    ev_wipe_stack(EC_SCALAR_STACK_WORDS);
    return EV_OK;
}

ev_status_t ev_ec_private_from_octets(ev_ec_private_t *key, const ev_curve_t *curve, const uint8_t *octets,
                                      size_t length) {
    if (key == NULL || curve == NULL || (octets == NULL && length > 0)) return EV_NULL;
    ev_ec_private_t read = {.curve = curve};
    const ev_status_t status = ev_ec_scalar_decode(curve, read.scalar, octets, length);
    if (status == EV_OK) *key = read;
    ev_wipe(&read, sizeof read);
    ev_wipe_stack(EC_SCALAR_STACK_WORDS);
    return status;
}

ev_status_t ev_ec_private_to_octets(const ev_ec_private_t *key, uint8_t *octets, size_t capacity, size_t *length) {
    if (!ec_is_key(key)) return EV_NULL;
    const size_t needed = ev_curve_scalar_bytes(key->curve);
    const ev_status_t status = ec_room(key, sizeof *key, octets, capacity, needed, length);
    if (status != EV_OK) return status;
    ev_ec_scalar_encode(key->curve, octets, key->scalar);
    *length = needed;
    return EV_OK;
}

void ev_ec_private_clear(ev_ec_private_t *key) {
    if (key != NULL) ev_wipe(key, sizeof *key);
}

ev_status_t ev_ec_public_from_private(ev_ec_public_t *key, const ev_ec_private_t *private_key) {
    if (key == NULL || !ec_is_key(private_key)) return EV_NULL;
    const ev_curve_t *const curve = private_key->curve;
    ev_ec_point_t p;
    const ev_status_t status = ev_ec_mul_base(curve, &p, private_key->scalar);
    ev_wipe_stack(curve->engine->base_stack_words);
    if (status != EV_OK) return status;
    EV_DECLASSIFY_BYTES(&p, sizeof p);
    ec_put_point(key, curve, &p);
    return EV_OK;
}

ev_status_t ev_ec_public_from_octets(ev_ec_public_t *key, const ev_curve_t *curve, const uint8_t *octets,
                                     size_t length) {
    if (key == NULL || curve == NULL || (octets == NULL && length > 0)) return EV_NULL;
    ev_ec_point_t p;
    ev_status_t status = ev_ec_decode(curve, &p, octets, length);
    if (status == EV_OK) status = ev_ec_check_order(curve, &p);
    if (status == EV_OK) ec_put_point(key, curve, &p);
    return status;
}

ev_status_t ev_ec_public_to_octets(const ev_ec_public_t *key, uint8_t *octets, size_t capacity, size_t *length,
                                   ev_point_form_t form) {
    if (!ec_is_public_key(key)) return EV_NULL;
    if (form != EV_POINT_UNCOMPRESSED && form != EV_POINT_COMPRESSED) return EV_BAD_FORMAT;
    const size_t needed = ev_curve_point_bytes(key->curve, form);
    const ev_status_t status = ec_room(key, sizeof *key, octets, capacity, needed, length);
    if (status != EV_OK) return status;
    ev_ec_point_t p;
    ec_get_point(&p, key);
    *length = ev_ec_encode(key->curve, octets, &p, form == EV_POINT_COMPRESSED);
    return EV_OK;
}

int ev_ec_public_equal(const ev_ec_public_t *a, const ev_ec_public_t *b) {
    return ec_is_public_key(a) && ec_is_public_key(b) && a->curve == b->curve &&
           memcmp(a->x, b->x, sizeof a->x) == 0 && memcmp(a->y, b->y, sizeof a->y) == 0;
}
