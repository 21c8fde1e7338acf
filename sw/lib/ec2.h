// SPDX-License-Identifier: Apache-2.0
// Elliptic curves over binary fields, y^2 + xy = x^3 + a x^2 + b, on words: what evariste/curve.h, ecdh.h and ecdsa.h are
// made of. Not for programs.
//
// Numbers are words, least significant first: field elements ceil(m/32) words, scalars ev_curve_k233.order_words words.
// Functions with names ending in _vartime take public scalars only: their time depends on them. For all others, time
// and addresses depend only on the curve, never on a scalar or a point. They leave secrets on the stack, which the public
// functions clear.
//
// Source: Guide to Elliptic Curve Cryptography (2004), ch. 3; SEC 1 v2.0 for encodings and validation.
#ifndef EVARISTE_EC2_H
#define EVARISTE_EC2_H

#include <evariste/curve.h>

#include "gf2m.h"

typedef struct {
    uint32_t x[EV_CURVE_WORDS_MAX], y[EV_CURVE_WORDS_MAX];
} ev_ec2_point_t;  // affine; the point at infinity has no affine form, so functions report it

// The functions that are compiled once per field. Arguments and results are affine coordinates. A nonzero return value
// means infinity.
typedef struct {
    unsigned (*on_curve)(const ev_curve_t *c, const uint32_t *x, const uint32_t *y);
    unsigned (*halve)(const ev_curve_t *c, uint32_t *x, uint32_t *y);  // a half of the given point; 0: none
    unsigned (*lift)(const ev_curve_t *c, uint32_t *y, const uint32_t *x, unsigned bit);  // 0: no such point
    unsigned (*bit)(const uint32_t *x, const uint32_t *y);             // lowest bit of y/x
    unsigned (*trace)(const uint32_t *x);
    unsigned (*ladder)(const ev_curve_t *c, ev_ec2_point_t *r, const uint32_t *k, const ev_ec2_point_t *p);
    void (*comb)(const ev_curve_t *c, ev_ec2_point_t *r, const uint32_t *k);
    unsigned (*mul_vartime)(const ev_curve_t *c, ev_ec2_point_t *r, const uint32_t *k, const ev_ec2_point_t *p);
    unsigned (*mul2_vartime)(const ev_curve_t *c, ev_ec2_point_t *r, const uint32_t *u, const uint32_t *v,
                             const ev_ec2_point_t *p);
} ev_ec2_engine_t;

typedef struct {  // division by (tau^m - 1)/(tau - 1) on a Koblitz curve; see evariste/ecc/koblitz.py
    const uint32_t *d0, *d1, *g0, *g1;
    int8_t d0_sign, d1_sign, g0_sign, g1_sign;
    uint8_t d0_words, d1_words, g0_words, g1_words, drop_words, shift_words;
} ev_ec2_tau_t;

struct ev_curve {
    const ev_ec2_engine_t *engine;
    uint16_t degree, order_bits;
    uint8_t words, octets, order_words, order_octets;
    uint8_t a, cofactor;
    const uint32_t *b, *sqrt_b, *g, *order;
    const uint32_t *order_r2;   // 2^(64 order_words) mod n
    uint32_t order_inverse;     // 1/n mod 2^32
    const uint32_t *base;   // odd multiples of the base point, or their tau-adic equivalents: x and lambda = x + y/x
    const uint32_t *comb;   // fixed-base comb, in the same form
    uint16_t comb_columns;
    const ev_ec2_tau_t *tau;     // 0: not a Koblitz curve
    const char *name;
    const uint8_t *oid;     // content octets of the object identifier
    uint8_t oid_bytes;
};

// SEC 1 2.3.4: 04 x y, 02 x or 03 x; the single octet 00 gives EV_INFINITY. The result is on the curve. Whether it is in
// the base point's group, ev_ec2_check_order checks.
ev_status_t ev_ec2_decode(const ev_curve_t *c, ev_ec2_point_t *p, const uint8_t *octets, size_t length);

// Writes 1 + octets or 1 + 2 octets octets and returns how many.
size_t ev_ec2_encode(const ev_curve_t *c, uint8_t *octets, const ev_ec2_point_t *p, int compressed);

// Full validation of a public point: coordinates in the field, on the curve, order n. It uses the trace criterion: P is
// twice a point if and only if Tr(x) = Tr(a). So for cofactor 4 one halving decides, without a scalar multiplication.
ev_status_t ev_ec2_check_public(const ev_curve_t *c, const ev_ec2_point_t *p);

// The last part of it, for a point of the curve: order n.
ev_status_t ev_ec2_check_order(const ev_curve_t *c, const ev_ec2_point_t *p);

// A private scalar is 1 .. n-1.
ev_status_t ev_ec2_check_scalar(const ev_curve_t *c, const uint32_t *k);

// r = k p for a secret k and p of order n, by the López-Dahab Montgomery ladder with order_bits steps for every k.
// Unless k is 1 .. n-1, it does nothing and returns EV_SCALAR_ZERO or EV_SCALAR_TOO_LARGE. A valid k leaves no trace
// in time or addresses.
ev_status_t ev_ec2_mul(const ev_curve_t *c, ev_ec2_point_t *r, const uint32_t *k, const ev_ec2_point_t *p);

// r = k G for a secret k, by a signed fixed-base comb that reads every table entry for every digit. k is refused as in
// ev_ec2_mul.
ev_status_t ev_ec2_mul_base(const ev_curve_t *c, ev_ec2_point_t *r, const uint32_t *k);

// r = k p for p of order n and a public k below 2^(32 order_words), by NAF of width 5; tau-adic on Koblitz curves.
ev_status_t ev_ec2_mul_vartime(const ev_curve_t *c, ev_ec2_point_t *r, const uint32_t *k, const ev_ec2_point_t *p);

// r = u G + v p for p of order n and public u, v, both at once.
ev_status_t ev_ec2_mul2_vartime(const ev_curve_t *c, ev_ec2_point_t *r, const uint32_t *u, const uint32_t *v,
                                const ev_ec2_point_t *p);

// Scalars as octets, most significant first, order_octets of them.
ev_status_t ev_ec2_scalar_decode(const ev_curve_t *c, uint32_t *k, const uint8_t *octets, size_t length);
void ev_ec2_scalar_encode(const ev_curve_t *c, uint8_t *octets, const uint32_t *k);

// Numbers as octets, most significant first.
void ev_ec2_from_octets(uint32_t *x, int words, const uint8_t *octets, size_t length);
void ev_ec2_to_octets(uint8_t *octets, const uint32_t *x, size_t length);

#endif
