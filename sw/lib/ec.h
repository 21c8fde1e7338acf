// SPDX-License-Identifier: Apache-2.0
// Elliptic curves of both kinds on words: what evariste/curve.h, ecdh.h and ecdsa.h are made of. Not for programs.
//
// Numbers are words, least significant first: field elements `words` of them, scalars `order_words`. Functions with names
// ending in _vartime take public scalars only: their time depends on them. For all others, time and addresses depend only
// on the curve, never on a scalar or a point. They leave secrets on the stack, which the public functions clear.
//
// A kind of curve is an engine: ec2.h for binary fields, ecp.h for prime fields. A curve names its engine, so a program
// links the arithmetic of its curves only.
//
// Source: SEC 1 v2.0 for encodings and validation.
#ifndef EVARISTE_EC_H
#define EVARISTE_EC_H

#include <evariste/curve.h>

#include "ec_backend.h"

typedef struct {
    uint32_t x[EV_CURVE_WORDS_MAX], y[EV_CURVE_WORDS_MAX];
} ev_ec_point_t;  // affine; the point at infinity has no affine form, so functions report it

// The functions that are compiled once per field. Arguments and results are affine coordinates.
typedef struct {
    // Checks of public values: 1 or 0.
    unsigned (*in_field)(const ev_curve_t *c, const uint32_t *x);
    unsigned (*on_curve)(const ev_curve_t *c, const uint32_t *x, const uint32_t *y);
    unsigned (*lift)(const ev_curve_t *c, uint32_t *y, const uint32_t *x, unsigned bit);  // 0: no such point
    unsigned (*bit)(const uint32_t *x, const uint32_t *y);  // which of both points with this x: 0 or 1
    ev_status_t (*check_order)(const ev_curve_t *c, const ev_ec_point_t *p);  // of a point of the curve
    // Multiplication: a nonzero result means infinity.
    unsigned (*mul)(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p);
    void (*mul_base)(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k);
    unsigned (*mul_vartime)(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p);
    unsigned (*mul2_vartime)(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *u, const uint32_t *v,
                             const ev_ec_point_t *p);
    uint16_t mul_stack_words, base_stack_words, sign_stack_words;  // the deepest that these go
#ifdef EC_HAS_INVERSION_BESIDE
    // mul_base, and slices of an inversion while a unit computes. 0: there is none.
    void (*mul_base_beside)(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, ev_ec_inversion_t *beside);
#endif
#ifdef EC_HAS_MUL_MODULO
    ev_ec_mul_modulo_t *mul_modulo;
#endif
} ev_ec_engine_t;

typedef struct ev_ec2_tau ev_ec2_tau_t;

struct ev_curve {
    const ev_ec_engine_t *engine;
    uint16_t degree;            // bits of a coordinate
    uint16_t order_bits;
    uint8_t words, octets, order_words, order_octets;
    uint8_t a, cofactor;        // a of a binary curve; a prime curve has a = -3
    const uint32_t *b, *sqrt_b, *g, *order;  // sqrt_b: binary curves only; order: ec_backend.h
    const uint32_t *order_r2;   // 2^(64 order_words) mod n; 0 where ec_backend.h needs none
    uint32_t order_inverse;     // 1/n mod 2^32
    const uint32_t *base;       // multiples of the base point for public scalars
    const uint32_t *comb;       // and for secret ones
    uint16_t comb_columns;
    const ev_ec2_tau_t *tau;    // 0: not a Koblitz curve
    const char *name;
    const uint8_t *oid;         // content octets of the object identifier
    uint8_t oid_bytes;
};

// SEC 1 2.3.4: 04 x y, 02 x or 03 x; the single octet 00 gives EV_INFINITY. The result is on the curve. Whether it is in
// the base point's group, ev_ec_check_order checks.
ev_status_t ev_ec_decode(const ev_curve_t *c, ev_ec_point_t *p, const uint8_t *octets, size_t length);

// Writes 1 + octets or 1 + 2 octets octets and returns how many.
size_t ev_ec_encode(const ev_curve_t *c, uint8_t *octets, const ev_ec_point_t *p, int compressed);

// Full validation of a public point: coordinates in the field, on the curve, order n.
ev_status_t ev_ec_check_public(const ev_curve_t *c, const ev_ec_point_t *p);

// The last part of it, for a point of the curve: order n.
ev_status_t ev_ec_check_order(const ev_curve_t *c, const ev_ec_point_t *p);

// A private scalar is 1 .. n-1.
ev_status_t ev_ec_check_scalar(const ev_curve_t *c, const uint32_t *k);

// r = k p for a secret k and p of order n. Unless k is 1 .. n-1, it does nothing and returns EV_SCALAR_ZERO or
// EV_SCALAR_TOO_LARGE. A valid k leaves no trace in time or addresses.
ev_status_t ev_ec_mul(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p);

// r = k G for a secret k, by a signed fixed-base comb that reads every table entry for every digit. k is refused as in
// ev_ec_mul.
ev_status_t ev_ec_mul_base(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k);

// r = k p for p of order n and a public k below 2^(32 order_words).
ev_status_t ev_ec_mul_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p);

// r = u G + v p for p of order n and public u, v, both at once.
ev_status_t ev_ec_mul2_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *u, const uint32_t *v,
                                const ev_ec_point_t *p);

// Scalars as octets, most significant first, order_octets of them.
ev_status_t ev_ec_scalar_decode(const ev_curve_t *c, uint32_t *k, const uint8_t *octets, size_t length);
void ev_ec_scalar_encode(const ev_curve_t *c, uint8_t *octets, const uint32_t *k);

// Numbers as octets, most significant first.
void ev_ec_from_octets(uint32_t *x, int words, const uint8_t *octets, size_t length);
void ev_ec_to_octets(uint8_t *octets, const uint32_t *x, size_t length);

#endif
