// SPDX-License-Identifier: Apache-2.0
// Elliptic-curve keys in DER: PKCS #8 and SEC 1 private keys, SubjectPublicKeyInfo public keys.
//
// ```c
// #include <evariste/key_der.h>
//
// int main(void) {
//     static const uint8_t random[EV_CURVE_RANDOM_BYTES_MAX] = {7};  // from your generator; never a constant
//     static const ev_curve_t *const mine[] = {&ev_curve_k233, &ev_curve_b233};
//     const ev_curve_set_t curves = {mine, 2};
//     ev_ec_private_t key, read;
//     ev_ec_public_t known, theirs;
//     uint8_t der[EV_EC_PKCS8_BYTES_MAX];
//     size_t length;
//     if (ev_ec_private_generate(&key, mine[0], random, ev_curve_random_bytes(mine[0])) != EV_OK) return 1;
//     if (ev_ec_public_from_private(&known, &key) != EV_OK) return 2;
//     if (ev_ec_public_to_spki(&known, der, sizeof der, &length, EV_POINT_UNCOMPRESSED) != EV_OK) return 3;
//     if (ev_ec_public_from_spki(&theirs, &curves, der, length) != EV_OK) return 4;
//     if (ev_ec_private_to_pkcs8(&key, der, sizeof der, &length, &known) != EV_OK) return 5;
//     if (ev_ec_private_from_pkcs8(&read, &curves, der, length) != EV_OK) return 6;
//     ev_ec_private_clear(&key);
//     ev_ec_private_clear(&read);
//     ev_wipe(der, sizeof der);
//     return !ev_ec_public_equal(&known, &theirs);
// }
// ```
//
// DER (ITU-T X.690, clause 10) is read strictly. A value has one encoding: lengths and integers in the fewest octets, no
// unused bits, nothing after the last element, nothing that is not described below. The curve must be named, and be one of the
// caller's set; a program links only the curves in it.
//
// Statuses of all that read: EV_NULL; EV_BAD_ENCODING: not DER, or not of this structure; EV_BAD_ALGORITHM: a key, but not
// for elliptic curves; EV_BAD_VERSION; EV_ENCRYPTED: PKCS #8 under a password; EV_EXPLICIT_CURVE: the curve is described,
// not named; EV_UNKNOWN_CURVE: not in the set, or not named at all; EV_CURVE_MISMATCH: two curves are named. A scalar and a point
// give the statuses of evariste/curve.h. A key is changed only by success.
//
// DER may overlap nothing that is written (EV_OVERLAP). Wipe it after use if it holds a private key.
#ifndef EVARISTE_KEY_DER_H
#define EVARISTE_KEY_DER_H

#include <evariste/curve.h>
#include <evariste/wipe.h>

// The most bytes that a key has in each form.
#define EV_EC_SPKI_BYTES_MAX (28 + EV_CURVE_POINT_BYTES_MAX)
#define EV_EC_SEC1_BYTES_MAX (31 + EV_CURVE_SCALAR_BYTES_MAX + EV_CURVE_POINT_BYTES_MAX)
#define EV_EC_PKCS8_BYTES_MAX (29 + EV_EC_SEC1_BYTES_MAX)

#ifdef __cplusplus
extern "C" {
#endif

// A private key out of PKCS #8 (RFC 5208: version 0, no attributes, an ECPrivateKey inside), or out of a bare ECPrivateKey
// (SEC 1, C.4), which names its curve itself. If the public key is there too, it is computed again and compared:
// EV_KEY_MISMATCH.
ev_status_t ev_ec_private_from_pkcs8(ev_ec_private_t *key, const ev_curve_set_t *curves, const uint8_t *der,
                                     size_t length);
ev_status_t ev_ec_private_from_sec1(ev_ec_private_t *key, const ev_curve_set_t *curves, const uint8_t *der,
                                    size_t length);

// A public key out of a SubjectPublicKeyInfo (RFC 5480), compressed or not; fully validated.
ev_status_t ev_ec_public_from_spki(ev_ec_public_t *key, const ev_curve_set_t *curves, const uint8_t *der,
                                   size_t length);

// The same in the other direction. `public_key` goes into the private key's DER, uncompressed; NULL leaves it out. EV_NULL;
// EV_TOO_SMALL; EV_OVERLAP: `der` overlaps a key; EV_CURVE_MISMATCH: the keys are not on the same curve; EV_BAD_FORMAT for a
// form that is none.
ev_status_t ev_ec_private_to_pkcs8(const ev_ec_private_t *key, uint8_t *der, size_t capacity, size_t *length,
                                   const ev_ec_public_t *public_key);
ev_status_t ev_ec_private_to_sec1(const ev_ec_private_t *key, uint8_t *der, size_t capacity, size_t *length,
                                  const ev_ec_public_t *public_key);
ev_status_t ev_ec_public_to_spki(const ev_ec_public_t *key, uint8_t *der, size_t capacity, size_t *length,
                                 ev_point_form_t form);

// How many bytes these write.
size_t ev_ec_pkcs8_bytes(const ev_curve_t *curve, int with_public_key);
size_t ev_ec_sec1_bytes(const ev_curve_t *curve, int with_public_key);
size_t ev_ec_spki_bytes(const ev_curve_t *curve, ev_point_form_t form);

#ifdef __cplusplus
}
#endif

#endif
