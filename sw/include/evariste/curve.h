// SPDX-License-Identifier: Apache-2.0
// Elliptic curves and keys: the NIST curves over prime and binary fields, and sect239k1.
//
// ```c
// #include <evariste/curve.h>
//
// int main(void) {
//     const ev_curve_t *curve = &ev_curve_p256;
//     static const uint8_t random[EV_CURVE_RANDOM_BYTES_MAX] = {7};  // from your generator; never a constant
//     ev_ec_private_t key;
//     ev_ec_public_t ours, read;
//     uint8_t point[EV_CURVE_POINT_BYTES_MAX];
//     size_t length;
//     if (ev_ec_private_generate(&key, curve, random, ev_curve_random_bytes(curve)) != EV_OK) return 1;
//     if (ev_ec_public_from_private(&ours, &key) != EV_OK) return 2;
//     if (ev_ec_public_to_octets(&ours, point, sizeof point, &length, EV_POINT_COMPRESSED) != EV_OK) return 3;
//     if (ev_ec_public_from_octets(&read, curve, point, length) != EV_OK) return 4;
//     ev_ec_private_clear(&key);
//     return !ev_ec_public_equal(&ours, &read);
// }
// ```
//
// A key is read once, and validated while it is read: the functions that use it need not do so again. Only the functions
// of this library may make keys. A function that fails leaves the key as it was. Time and addresses depend on the curve
// alone, never on a private key.
//
// Octets may overlap in any way with other octets. An output must not overlap a key (EV_OVERLAP).
//
// NIST SP 800-186 deprecates binary curves and P-192: they are here for existing systems. A new product should use P-256,
// P-384, or X25519 (evariste/x25519.h). K- and B- curves are binary ones; P- curves are prime ones.
//
// Source: SEC 1 v2.0 for encodings and validation. DER and PEM: evariste/key_der.h, evariste/pem.h.
#ifndef EVARISTE_CURVE_H
#define EVARISTE_CURVE_H

#include <evariste/status.h>

#define EV_CURVE_WORDS_MAX 18                                       // of a coordinate or a scalar
#define EV_CURVE_FIELD_BYTES_MAX 72                                 // of an encoded coordinate
#define EV_CURVE_SCALAR_BYTES_MAX 72                                // of an encoded scalar
#define EV_CURVE_POINT_BYTES_MAX (1 + 2 * EV_CURVE_FIELD_BYTES_MAX)
#define EV_CURVE_RANDOM_BYTES_MAX (EV_CURVE_SCALAR_BYTES_MAX + 8)

// A curve with its base point and constants. A program links only the curves that it names.
typedef struct ev_curve ev_curve_t;

// A private key: a scalar of 1 .. n-1. Clear it after use.
typedef struct {
    const ev_curve_t *curve;
    uint32_t scalar[EV_CURVE_WORDS_MAX];
} ev_ec_private_t;

// A public key: a point of order n.
typedef struct {
    const ev_curve_t *curve;
    uint32_t x[EV_CURVE_WORDS_MAX], y[EV_CURVE_WORDS_MAX];
} ev_ec_public_t;

typedef enum { EV_POINT_UNCOMPRESSED, EV_POINT_COMPRESSED } ev_point_form_t;

// Curves to choose from when an encoded key names its curve.
typedef struct {
    const ev_curve_t *const *curves;
    size_t count;
} ev_curve_set_t;

#ifdef __cplusplus
extern "C" {
#endif

extern const ev_curve_t ev_curve_k163, ev_curve_b163, ev_curve_k233, ev_curve_b233, ev_curve_k239, ev_curve_k283,
    ev_curve_b283, ev_curve_k409, ev_curve_b409, ev_curve_k571, ev_curve_b571;
extern const ev_curve_t ev_curve_p192, ev_curve_p224, ev_curve_p256, ev_curve_p384, ev_curve_p521;
extern const ev_curve_set_t ev_curves_all;  // links every curve

// Sizes in bytes: of a coordinate (and of what ECDH agrees on), of a scalar, of an encoded point, and of the random bytes
// that make a key.
size_t ev_curve_field_bytes(const ev_curve_t *curve);
size_t ev_curve_scalar_bytes(const ev_curve_t *curve);
size_t ev_curve_point_bytes(const ev_curve_t *curve, ev_point_form_t form);
size_t ev_curve_random_bytes(const ev_curve_t *curve);

// The name in SP 800-186, such as "K-233", or else in SEC 2.
const char *ev_curve_name(const ev_curve_t *curve);

// A new private key from ev_curve_random_bytes(curve) random bytes (FIPS 186-5, A.2.1: random mod (n - 1) + 1, with a
// bias below 2^-64). EV_NULL; EV_BAD_LENGTH for any other number of bytes.
ev_status_t ev_ec_private_generate(ev_ec_private_t *key, const ev_curve_t *curve, const uint8_t *random,
                                   size_t random_bytes);

// A private key as ev_curve_scalar_bytes(curve) octets, most significant first (SEC 1, 2.3.7). EV_NULL; EV_BAD_LENGTH;
// EV_SCALAR_ZERO; EV_SCALAR_TOO_LARGE for n or more.
ev_status_t ev_ec_private_from_octets(ev_ec_private_t *key, const ev_curve_t *curve, const uint8_t *octets,
                                      size_t length);

// The octets of a private key. EV_NULL, also for a key that has been cleared; EV_TOO_SMALL; EV_OVERLAP.
ev_status_t ev_ec_private_to_octets(const ev_ec_private_t *key, uint8_t *octets, size_t capacity, size_t *length);

// Overwrites the key with zeros. NULL is allowed.
void ev_ec_private_clear(ev_ec_private_t *key);

// The public key of a private key. EV_NULL.
ev_status_t ev_ec_public_from_private(ev_ec_public_t *key, const ev_ec_private_t *private_key);

// A public key as a point (SEC 1, 2.3.4): 04 x y, or 02 x, or 03 x. It is fully validated (SEC 1, 3.2.2). EV_NULL;
// EV_BAD_LENGTH: not a length of this curve; EV_BAD_FORMAT: the first octet is none of 02, 03, 04; EV_HYBRID_POINT: it is 06
// or 07; EV_INFINITY: the point at infinity, 00; EV_OUT_OF_FIELD; EV_NOT_ON_CURVE; EV_SMALL_ORDER; EV_WRONG_SUBGROUP.
ev_status_t ev_ec_public_from_octets(ev_ec_public_t *key, const ev_curve_t *curve, const uint8_t *octets,
                                     size_t length);

// The octets of a public key. EV_NULL; EV_TOO_SMALL; EV_OVERLAP; EV_BAD_FORMAT for a form that is none.
ev_status_t ev_ec_public_to_octets(const ev_ec_public_t *key, uint8_t *octets, size_t capacity, size_t *length,
                                   ev_point_form_t form);

// 1 if both keys are on the same curve and the same point, else 0.
int ev_ec_public_equal(const ev_ec_public_t *a, const ev_ec_public_t *b);

#ifdef __cplusplus
}
#endif

#endif
