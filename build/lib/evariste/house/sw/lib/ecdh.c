// SPDX-License-Identifier: Apache-2.0
#include "ecdh.h"

#include <string.h>

#include "ec2_scalar.h"

static ec2_status agree(const ec2_curve *c, uint8_t *secret, const uint32_t *d, const uint8_t *peer, size_t length, int h) {
    ec2_point q;
    ec2_status status = ec2_decode(c, &q, peer, length);
    if (status == EC2_OK) status = ec2_check_public(c, &q);
    if (status == EC2_OK) status = ec2_check_scalar(c, d);
    if (status != EC2_OK) return status;
    uint32_t k[EC2_ORDER_WORDS_MAX];
    memcpy(k, d, 4 * (size_t)c->order_words);
    for (; h > 1; h /= 2) ec2_scalar_add(c, k, k, k);  // Q has order n, so h d may be taken modulo n
    status = ec2_mul(c, &q, k, &q);
    if (status == EC2_OK) ec2_element_encode(c, secret, q.x);
    ec2_wipe(k, sizeof k);
    ec2_wipe(&q, sizeof q);
    return status;
}

ec2_status ecdh(const ec2_curve *c, uint8_t *secret, const uint32_t *d, const uint8_t *peer, size_t length) {
    return agree(c, secret, d, peer, length, 1);
}

ec2_status ecdh_cofactor(const ec2_curve *c, uint8_t *secret, const uint32_t *d, const uint8_t *peer, size_t length) {
    return agree(c, secret, d, peer, length, c->cofactor);
}
