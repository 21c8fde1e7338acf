// SPDX-License-Identifier: Apache-2.0
#include "ecdh.h"

#include <string.h>

#include "ec2_scalar.h"

static ev_ec2_status_t agree(const ev_curve_t *c, uint8_t *secret, const uint32_t *d, const uint8_t *peer, size_t length, int h) {
    ev_ec2_point_t q;
    ev_ec2_status_t status = ev_ec2_decode(c, &q, peer, length);
    if (status == EC2_OK) status = ev_ec2_check_public(c, &q);
    if (status == EC2_OK) status = ev_ec2_check_scalar(c, d);
    if (status != EC2_OK) return status;
    uint32_t k[EC2_ORDER_WORDS_MAX];
    memcpy(k, d, 4 * (size_t)c->order_words);
    for (; h > 1; h /= 2) ev_ec2_scalar_add(c, k, k, k);  // Q has order n, so h d may be taken modulo n
    status = ev_ec2_mul(c, &q, k, &q);
    if (status == EC2_OK) ev_ec2_element_encode(c, secret, q.x);
    ev_ec2_wipe(k, sizeof k);
    ev_ec2_wipe(&q, sizeof q);
    return status;
}

ev_ec2_status_t ev_ecdh(const ev_curve_t *c, uint8_t *secret, const uint32_t *d, const uint8_t *peer, size_t length) {
    return agree(c, secret, d, peer, length, 1);
}

ev_ec2_status_t ev_ecdh_cofactor(const ev_curve_t *c, uint8_t *secret, const uint32_t *d, const uint8_t *peer, size_t length) {
    return agree(c, secret, d, peer, length, c->cofactor);
}
