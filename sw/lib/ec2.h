// SPDX-License-Identifier: Apache-2.0
// Elliptic curves over binary fields, y^2 + xy = x^3 + a x^2 + b: what ec2_engine.h and ec2.c share. Not for programs.
//
// Source: Guide to Elliptic Curve Cryptography (2004), ch. 3.
#ifndef EVARISTE_EC2_H
#define EVARISTE_EC2_H

#include "ec.h"
#include "gf2m.h"

typedef struct {
    ev_ec_engine_t general;
    unsigned (*halve)(const ev_curve_t *c, uint32_t *x, uint32_t *y);  // a half of the given point; 0: none
    unsigned (*trace)(const uint32_t *x);
} ev_ec2_engine_t;

struct ev_ec2_tau {  // division by (tau^m - 1)/(tau - 1) on a Koblitz curve; see evariste/ecc/koblitz.py
    const uint32_t *d0, *d1, *g0, *g1;
    int8_t d0_sign, d1_sign, g0_sign, g1_sign;
    uint8_t d0_words, d1_words, g0_words, g1_words, drop_words, shift_words;
};

unsigned ev_ec2_in_field(const ev_curve_t *c, const uint32_t *x);

// Whether a point of the curve has order n. It uses the trace criterion: P is twice a point if and only if Tr(x) = Tr(a). So
// for cofactor 4 one halving decides, without a scalar multiplication.
ev_status_t ev_ec2_check_order(const ev_curve_t *c, const ev_ec_point_t *p);

#endif
