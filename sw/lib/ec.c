// SPDX-License-Identifier: Apache-2.0
#include "ec.h"

#include <string.h>

#include "ec_scalar.h"
#include "secret.h"

void ev_ec_from_octets(uint32_t *x, int words, const uint8_t *octets, size_t length) {
    memset(x, 0, 4 * (size_t)words);
    for (size_t i = 0; i < length; i++) x[i / 4] |= (uint32_t)octets[length - 1 - i] << 8 * (i % 4);
}

void ev_ec_to_octets(uint8_t *octets, const uint32_t *x, size_t length) {
    for (size_t i = 0; i < length; i++) octets[length - 1 - i] = (uint8_t)(x[i / 4] >> 8 * (i % 4));
}

ev_status_t ev_ec_decode(const ev_curve_t *c, ev_ec_point_t *p, const uint8_t *octets, size_t length) {
    if (length == 1 && octets[0] == 0) return EV_INFINITY;
    if (length == 0) return EV_BAD_LENGTH;
    if (octets[0] == 6 || octets[0] == 7) return EV_HYBRID_POINT;
    if (octets[0] < 2 || octets[0] > 4) return EV_BAD_FORMAT;
    const int compressed = octets[0] != 4;
    if (length != 1u + (compressed ? 1u : 2u) * c->octets) return EV_BAD_LENGTH;
    memset(p, 0, sizeof *p);
    ev_ec_from_octets(p->x, c->words, octets + 1, c->octets);
    if (!c->engine->in_field(c, p->x)) return EV_OUT_OF_FIELD;
    if (compressed) {
        return c->engine->lift(c, p->y, p->x, octets[0] & 1) ? EV_OK : EV_NOT_ON_CURVE;
    }
    ev_ec_from_octets(p->y, c->words, octets + 1 + c->octets, c->octets);
    if (!c->engine->in_field(c, p->y)) return EV_OUT_OF_FIELD;
    return c->engine->on_curve(c, p->x, p->y) ? EV_OK : EV_NOT_ON_CURVE;
}

size_t ev_ec_encode(const ev_curve_t *c, uint8_t *octets, const ev_ec_point_t *p, int compressed) {
    ev_ec_to_octets(octets + 1, p->x, c->octets);
    if (!compressed) {
        octets[0] = 4;
        ev_ec_to_octets(octets + 1 + c->octets, p->y, c->octets);
        return 1 + 2u * c->octets;
    }
    octets[0] = (uint8_t)(2 | c->engine->bit(p->x, p->y));
    return 1u + c->octets;
}

ev_status_t ev_ec_check_public(const ev_curve_t *c, const ev_ec_point_t *p) {
    if (!c->engine->in_field(c, p->x) || !c->engine->in_field(c, p->y)) return EV_OUT_OF_FIELD;
    if (!c->engine->on_curve(c, p->x, p->y)) return EV_NOT_ON_CURVE;
    return c->engine->check_order(c, p);
}

ev_status_t ev_ec_check_order(const ev_curve_t *c, const ev_ec_point_t *p) {
    return c->engine->check_order(c, p);
}

ev_status_t ev_ec_check_scalar(const ev_curve_t *c, const uint32_t *k) {
    const uint32_t zero = secret_mask(ev_ec_scalar_is_zero(c, k));
    const uint32_t below = secret_mask(ev_ec_scalar_below(c, k, c->order));
    uint32_t status = secret_select(zero, secret_select(below, EV_SCALAR_TOO_LARGE, EV_OK), EV_SCALAR_ZERO);
    EV_DECLASSIFY(status);  // whether the scalar is valid; of a nonce, whether it is drawn again
    return (ev_status_t)status;
}

static ev_status_t infinity_or_ok(uint32_t infinite) {
    uint32_t status = secret_select(secret_mask(infinite), EV_OK, EV_INFINITY);
    EV_DECLASSIFY(status);
    return (ev_status_t)status;
}

ev_status_t ev_ec_mul(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    const ev_status_t status = ev_ec_check_scalar(c, k);
    return status != EV_OK ? status : infinity_or_ok(c->engine->mul(c, r, k, p));
}

ev_status_t ev_ec_mul_base(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k) {
    const ev_status_t status = ev_ec_check_scalar(c, k);
    if (status == EV_OK) c->engine->mul_base(c, r, k);
    return status;
}

ev_status_t ev_ec_mul_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    return infinity_or_ok(c->engine->mul_vartime(c, r, k, p));
}

ev_status_t ev_ec_mul2_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *u, const uint32_t *v,
                                const ev_ec_point_t *p) {
    return infinity_or_ok(c->engine->mul2_vartime(c, r, u, v, p));
}

ev_status_t ev_ec_scalar_decode(const ev_curve_t *c, uint32_t *k, const uint8_t *octets, size_t length) {
    if (length != c->order_octets) return EV_BAD_LENGTH;
    ev_ec_from_octets(k, c->order_words, octets, length);
    return ev_ec_check_scalar(c, k);
}

void ev_ec_scalar_encode(const ev_curve_t *c, uint8_t *octets, const uint32_t *k) {
    ev_ec_to_octets(octets, k, c->order_octets);
}
