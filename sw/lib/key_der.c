// SPDX-License-Identifier: Apache-2.0
#include <evariste/key_der.h>

#include <string.h>

#include "der.h"
#include "ec_key.h"

static const uint8_t ec_public_key[] = {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01};  // 1.2.840.10045.2.1, RFC 5480

static int is_oid(const der_reader_t *oid, const uint8_t *octets, size_t length) {
    return oid->left == length && memcmp(oid->at, octets, length) == 0;
}

// The curve that ECParameters (RFC 5480, 2.1.1) name, to their end.
static ev_status_t read_curve(const ev_curve_t **curve, const ev_curve_set_t *set, der_reader_t *from) {
    der_reader_t oid;
    if (der_next_is(from, DER_SEQUENCE)) return EV_EXPLICIT_CURVE;
    if (!ev_der_take(from, DER_OID, &oid) || from->left != 0) return EV_BAD_ENCODING;
    for (size_t i = 0; i < set->count; i++)
        if (is_oid(&oid, set->curves[i]->oid, set->curves[i]->oid_bytes)) {
            *curve = set->curves[i];
            return EV_OK;
        }
    return EV_UNKNOWN_CURVE;
}

// The curve of an AlgorithmIdentifier.
static ev_status_t read_algorithm(const ev_curve_t **curve, const ev_curve_set_t *set, der_reader_t *from) {
    der_reader_t algorithm, oid;
    if (!ev_der_take(from, DER_SEQUENCE, &algorithm) || !ev_der_take(&algorithm, DER_OID, &oid)) return EV_BAD_ENCODING;
    if (!is_oid(&oid, ec_public_key, sizeof ec_public_key)) return EV_BAD_ALGORITHM;
    return read_curve(curve, set, &algorithm);
}

static ev_status_t read_version(der_reader_t *from, unsigned version) {
    der_reader_t value;
    if (!ev_der_unsigned(from, &value)) return EV_BAD_ENCODING;
    const int is_right = version == 0 ? value.left == 0 : value.left == 1 && value.at[0] == version;
    return is_right ? EV_OK : EV_BAD_VERSION;
}

// An ECPrivateKey; `curve` is the one that PKCS #8 has named, or NULL.
static ev_status_t read_sec1(ev_ec_private_t *key, const ev_curve_set_t *set, const ev_curve_t *curve,
                             const uint8_t *der, size_t length) {
    der_reader_t body, scalar, part, point;
    const ev_curve_t *named = NULL;
    if (!ev_der_whole(der, length, DER_SEQUENCE, &body)) return EV_BAD_ENCODING;
    ev_status_t status = read_version(&body, 1);
    if (status != EV_OK) return status;
    if (!ev_der_take(&body, DER_OCTETS, &scalar)) return EV_BAD_ENCODING;
    if (der_next_is(&body, DER_CONTEXT)) {
        if (!ev_der_take(&body, DER_CONTEXT, &part)) return EV_BAD_ENCODING;
        status = read_curve(&named, set, &part);
        if (status != EV_OK) return status;
        if (curve != NULL && named != curve) return EV_CURVE_MISMATCH;
        curve = named;
    }
    const int has_point = body.left > 0;
    if (has_point && (!ev_der_take(&body, DER_CONTEXT + 1, &part) || body.left != 0 || !ev_der_bits(&part, &point) ||
                      part.left != 0))
        return EV_BAD_ENCODING;
    if (curve == NULL) return EV_UNKNOWN_CURVE;
    status = ev_ec_private_from_octets(key, curve, scalar.at, scalar.left);
    if (status != EV_OK || !has_point) return status;
    ev_ec_public_t given, right;
    status = ev_ec_public_from_octets(&given, curve, point.at, point.left);
    if (status == EV_OK) status = ev_ec_public_from_private(&right, key);
    if (status == EV_OK && !ev_ec_public_equal(&given, &right)) status = EV_KEY_MISMATCH;
    return status;
}

static ev_status_t read_pkcs8(ev_ec_private_t *key, const ev_curve_set_t *set, const uint8_t *der, size_t length) {
    der_reader_t body, inner;
    const ev_curve_t *curve;
    if (!ev_der_whole(der, length, DER_SEQUENCE, &body)) return EV_BAD_ENCODING;
    if (der_next_is(&body, DER_SEQUENCE)) {  // EncryptedPrivateKeyInfo: how it is encrypted, and the ciphertext
        const int is_encrypted = ev_der_take(&body, DER_SEQUENCE, &inner) && ev_der_take(&body, DER_OCTETS, &inner);
        return is_encrypted && body.left == 0 ? EV_ENCRYPTED : EV_BAD_ENCODING;
    }
    ev_status_t status = read_version(&body, 0);
    if (status == EV_OK) status = read_algorithm(&curve, set, &body);
    if (status != EV_OK) return status;
    if (!ev_der_take(&body, DER_OCTETS, &inner) || body.left != 0) return EV_BAD_ENCODING;
    return read_sec1(key, set, curve, inner.at, inner.left);
}

static int is_set(const ev_curve_set_t *set) { return set != NULL && (set->curves != NULL || set->count == 0); }

// What is read becomes the key only if all of it is right.
static ev_status_t keep(ev_ec_private_t *key, ev_ec_private_t *read, ev_status_t status) {
    if (status == EV_OK) *key = *read;
    ev_ec_private_clear(read);
    return status;
}

static int is_readable(const void *key, const ev_curve_set_t *set, const uint8_t *der, size_t length) {
    return key != NULL && is_set(set) && (der != NULL || length == 0);
}

ev_status_t ev_ec_private_from_pkcs8(ev_ec_private_t *key, const ev_curve_set_t *curves, const uint8_t *der,
                                     size_t length) {
    if (!is_readable(key, curves, der, length)) return EV_NULL;
    if (ev_overlap(key, sizeof *key, der, length)) return EV_OVERLAP;
    ev_ec_private_t read;
    return keep(key, &read, read_pkcs8(&read, curves, der, length));
}

ev_status_t ev_ec_private_from_sec1(ev_ec_private_t *key, const ev_curve_set_t *curves, const uint8_t *der,
                                    size_t length) {
    if (!is_readable(key, curves, der, length)) return EV_NULL;
    if (ev_overlap(key, sizeof *key, der, length)) return EV_OVERLAP;
    ev_ec_private_t read;
    return keep(key, &read, read_sec1(&read, curves, NULL, der, length));
}

ev_status_t ev_ec_public_from_spki(ev_ec_public_t *key, const ev_curve_set_t *curves, const uint8_t *der,
                                   size_t length) {
    if (!is_readable(key, curves, der, length)) return EV_NULL;
    if (ev_overlap(key, sizeof *key, der, length)) return EV_OVERLAP;
    der_reader_t body, point;
    const ev_curve_t *curve;
    if (!ev_der_whole(der, length, DER_SEQUENCE, &body)) return EV_BAD_ENCODING;
    const ev_status_t status = read_algorithm(&curve, curves, &body);
    if (status != EV_OK) return status;
    if (!ev_der_bits(&body, &point) || body.left != 0) return EV_BAD_ENCODING;
    return ev_ec_public_from_octets(key, curve, point.at, point.left);
}

// Sizes, from the inside out.

static size_t algorithm_bytes(const ev_curve_t *c) {
    return der_bytes(der_bytes(sizeof ec_public_key) + der_bytes(c->oid_bytes));
}

static size_t bits_bytes(const ev_curve_t *c, ev_point_form_t form) { return der_bytes(1 + ev_curve_point_bytes(c, form)); }

static size_t private_bytes(const ev_curve_t *c, int with_curve, int with_public_key) {
    return der_bytes(3 + der_bytes(c->order_octets) + (with_curve ? der_bytes(der_bytes(c->oid_bytes)) : 0) +
                     (with_public_key ? der_bytes(bits_bytes(c, EV_POINT_UNCOMPRESSED)) : 0));
}

size_t ev_ec_sec1_bytes(const ev_curve_t *curve, int with_public_key) { return private_bytes(curve, 1, with_public_key); }

size_t ev_ec_pkcs8_bytes(const ev_curve_t *curve, int with_public_key) {
    return der_bytes(3 + algorithm_bytes(curve) + der_bytes(private_bytes(curve, 0, with_public_key)));
}

size_t ev_ec_spki_bytes(const ev_curve_t *curve, ev_point_form_t form) {
    return der_bytes(algorithm_bytes(curve) + bits_bytes(curve, form));
}

// Writers go from the end to the beginning.

static void put_oid(der_writer_t *to, const uint8_t *octets, size_t length) {
    const uint8_t *const end = to->at;
    ev_der_put(to, octets, length);
    ev_der_wrap(to, DER_OID, end);
}

static void put_algorithm(der_writer_t *to, const ev_curve_t *c) {
    const uint8_t *const end = to->at;
    put_oid(to, c->oid, c->oid_bytes);
    put_oid(to, ec_public_key, sizeof ec_public_key);
    ev_der_wrap(to, DER_SEQUENCE, end);
}

static void put_version(der_writer_t *to, uint8_t version) { ev_der_put_unsigned(to, &version, 1); }

static void put_point(der_writer_t *to, const ev_ec_public_t *key, ev_point_form_t form) {
    const uint8_t *const end = to->at;
    size_t length = ev_curve_point_bytes(key->curve, form);
    to->at -= length;
    ev_ec_public_to_octets(key, to->at, length, &length, form);
    ev_der_put_octet(to, 0);  // unused bits
    ev_der_wrap(to, DER_BITS, end);
}

static void put_private(der_writer_t *to, const ev_ec_private_t *key, int with_curve, const ev_ec_public_t *public_key) {
    const ev_curve_t *const c = key->curve;
    const uint8_t *const end = to->at;
    if (public_key != NULL) {
        put_point(to, public_key, EV_POINT_UNCOMPRESSED);
        ev_der_wrap(to, DER_CONTEXT + 1, end);
    }
    if (with_curve) {
        const uint8_t *const end_of_curve = to->at;
        put_oid(to, c->oid, c->oid_bytes);
        ev_der_wrap(to, DER_CONTEXT, end_of_curve);
    }
    const uint8_t *const end_of_scalar = to->at;
    size_t length = c->order_octets;
    to->at -= length;
    ev_ec_private_to_octets(key, to->at, length, &length);
    ev_der_wrap(to, DER_OCTETS, end_of_scalar);
    put_version(to, 1);
    ev_der_wrap(to, DER_SEQUENCE, end);
}

// EV_OK when `needed` bytes can be written to `der` without changing one of the keys.
static ev_status_t check_private(const ev_ec_private_t *key, const ev_ec_public_t *public_key, const uint8_t *der,
                                 size_t capacity, size_t needed, const size_t *length) {
    if (public_key != NULL && public_key->curve != key->curve) return public_key->curve ? EV_CURVE_MISMATCH : EV_NULL;
    const ev_status_t status = ec_room(key, sizeof *key, der, capacity, needed, length);
    if (status != EV_OK || public_key == NULL) return status;
    return ec_room(public_key, sizeof *public_key, der, capacity, needed, length);
}

ev_status_t ev_ec_private_to_pkcs8(const ev_ec_private_t *key, uint8_t *der, size_t capacity, size_t *length,
                                   const ev_ec_public_t *public_key) {
    if (!ec_is_key(key)) return EV_NULL;
    const size_t needed = ev_ec_pkcs8_bytes(key->curve, public_key != NULL);
    const ev_status_t status = check_private(key, public_key, der, capacity, needed, length);
    if (status != EV_OK) return status;
    const uint8_t *const end = der + needed;
    der_writer_t to = {der + needed};
    put_private(&to, key, 0, public_key);
    ev_der_wrap(&to, DER_OCTETS, end);
    put_algorithm(&to, key->curve);
    put_version(&to, 0);
    ev_der_wrap(&to, DER_SEQUENCE, end);
    *length = needed;
    return EV_OK;
}

ev_status_t ev_ec_private_to_sec1(const ev_ec_private_t *key, uint8_t *der, size_t capacity, size_t *length,
                                  const ev_ec_public_t *public_key) {
    if (!ec_is_key(key)) return EV_NULL;
    const size_t needed = ev_ec_sec1_bytes(key->curve, public_key != NULL);
    const ev_status_t status = check_private(key, public_key, der, capacity, needed, length);
    if (status != EV_OK) return status;
    der_writer_t to = {der + needed};
    put_private(&to, key, 1, public_key);
    *length = needed;
    return EV_OK;
}

ev_status_t ev_ec_public_to_spki(const ev_ec_public_t *key, uint8_t *der, size_t capacity, size_t *length,
                                 ev_point_form_t form) {
    if (!ec_is_public_key(key)) return EV_NULL;
    if (form != EV_POINT_UNCOMPRESSED && form != EV_POINT_COMPRESSED) return EV_BAD_FORMAT;
    const size_t needed = ev_ec_spki_bytes(key->curve, form);
    const ev_status_t status = ec_room(key, sizeof *key, der, capacity, needed, length);
    if (status != EV_OK) return status;
    der_writer_t to = {der + needed};
    put_point(&to, key, form);
    put_algorithm(&to, key->curve);
    ev_der_wrap(&to, DER_SEQUENCE, der + needed);
    *length = needed;
    return EV_OK;
}
