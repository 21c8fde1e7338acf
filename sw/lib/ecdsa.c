// SPDX-License-Identifier: Apache-2.0
#include "ecdsa.h"

#include <string.h>

#include "ec2_scalar.h"
#include "secret.h"

// tag = HMAC(first | second) under the key that `keyed` was started with.
static void mac(const ev_hmac_t *keyed, uint8_t *tag, const void *first, size_t n, const void *second, size_t m) {
    ev_hmac_t s = *keyed;
    ev_hmac_update(&s, first, n);
    ev_hmac_update(&s, second, m);
    ev_hmac_finish(&s, tag, s.inner.function->digest_bytes);
    ev_ec2_wipe(&s, sizeof s);
}

// K = HMAC(K, V | more), V = HMAC(K, V), where K is kept as a started HMAC.
static void stir(ev_hmac_t *k, uint8_t *v, const uint8_t *more, size_t length) {
    uint8_t key[EV_HASH_BYTES_MAX];
    const ev_hash_t *h = k->inner.function;
    mac(k, key, v, h->digest_bytes, more, length);
    ev_hmac_start(k, h, key, h->digest_bytes);
    mac(k, v, v, h->digest_bytes, 0, 0);
    ev_ec2_wipe(key, sizeof key);
}

void ev_ecdsa_nonce(const ev_curve_t *c, uint32_t *k, const ev_hash_t *h, const uint8_t *digest, const uint32_t *d, unsigned skip) {
    uint8_t v[EV_HASH_BYTES_MAX] = {0}, both[1 + 2 * EC2_OCTETS_MAX], t[EC2_OCTETS_MAX + EV_HASH_BYTES_MAX];
    uint32_t z[EC2_ORDER_WORDS_MAX];
    ev_hmac_t key;
    ev_hmac_start(&key, h, v, h->digest_bytes);
    memset(v, 1, sizeof v);
    ev_ec2_scalar_encode(c, both + 1, d);
    ev_ec2_scalar_from_digest(c, z, digest, h->digest_bytes);
    ev_ec2_scalar_encode(c, both + 1 + c->order_octets, z);
    for (uint8_t step = 0; step < 2; step++) {
        both[0] = step;
        stir(&key, v, both, 1 + 2u * c->order_octets);
    }
    for (;;) {
        for (size_t got = 0; got < c->order_octets; got += h->digest_bytes) {
            mac(&key, v, v, h->digest_bytes, 0, 0);
            memcpy(t + got, v, h->digest_bytes);
        }
        // bits2int: the leftmost order_bits bits, not reduced
        const int excess = 8 * c->order_octets - c->order_bits;
        memset(k, 0, 4 * (size_t)c->order_words);
        for (size_t i = 0; i < c->order_octets; i++) {
            const size_t at = c->order_octets - 1u - i;
            k[at / 4] |= (uint32_t)t[i] << 8 * (at % 4);
        }
        if (excess)
            for (int i = 0; i < c->order_words; i++)
                k[i] = k[i] >> excess | (i + 1 < c->order_words ? k[i + 1] << (32 - excess) : 0);
        if (ev_ec2_check_scalar(c, k) == EC2_OK && skip-- == 0) break;
        const uint8_t zero = 0;
        stir(&key, v, &zero, 1);
    }
    ev_ec2_wipe(&key, sizeof key);
    ev_ec2_wipe(v, sizeof v);
    ev_ec2_wipe(both, sizeof both);
    ev_ec2_wipe(t, sizeof t);
}

ev_ec2_status_t ev_ecdsa_sign_with_nonce(const ev_curve_t *c, ev_ec2_signature_t *sig, const uint8_t *digest, size_t length,
                                 const uint32_t *d, const uint32_t *k) {
    ev_ec2_point_t p;
    uint32_t z[EC2_ORDER_WORDS_MAX], t[EC2_ORDER_WORDS_MAX];
    ev_ec2_status_t status = ev_ec2_check_scalar(c, d);
    if (status == EC2_OK) status = ev_ec2_check_scalar(c, k);
    if (status != EC2_OK) return status;
    ev_ec2_mul_base(c, &p, k);
    ev_ec2_scalar_reduce(c, sig->r, p.x);
    ev_ec2_scalar_from_digest(c, z, digest, length);
    ev_ec2_scalar_mul(c, t, sig->r, d);
    ev_ec2_scalar_add(c, t, t, z);
    ev_ec2_scalar_inverse(c, z, k);
    ev_ec2_scalar_mul(c, sig->s, t, z);
    ev_ec2_wipe(&p, sizeof p);
    ev_ec2_wipe(z, sizeof z);
    ev_ec2_wipe(t, sizeof t);
    const uint32_t zero = ev_ec2_scalar_is_zero(c, sig->r) | ev_ec2_scalar_is_zero(c, sig->s);
    return (ev_ec2_status_t)secret_select(secret_mask(zero), EC2_OK, EC2_BAD_SIGNATURE);
}

ev_ec2_status_t ev_ecdsa_sign(const ev_curve_t *c, ev_ec2_signature_t *sig, const ev_hash_t *h, const uint8_t *digest, const uint32_t *d) {
    uint32_t k[EC2_ORDER_WORDS_MAX];
    ev_ec2_status_t status = ev_ec2_check_scalar(c, d);
    if (status != EC2_OK) return status;
    for (unsigned skip = 0;; skip++) {
        ev_ecdsa_nonce(c, k, h, digest, d, skip);
        status = ev_ecdsa_sign_with_nonce(c, sig, digest, h->digest_bytes, d, k);
        if (status != EC2_BAD_SIGNATURE) break;
    }
    ev_ec2_wipe(k, sizeof k);
    return status;
}

ev_ec2_status_t ev_ecdsa_verify(const ev_curve_t *c, const ev_ec2_signature_t *sig, const uint8_t *digest, size_t length, const ev_ec2_point_t *q) {
    uint32_t u[EC2_ORDER_WORDS_MAX], v[EC2_ORDER_WORDS_MAX], w[EC2_ORDER_WORDS_MAX];
    ev_ec2_point_t p;
    const ev_ec2_status_t status = ev_ec2_check_public(c, q);
    if (status != EC2_OK) return status;
    if (ev_ec2_check_scalar(c, sig->r) != EC2_OK || ev_ec2_check_scalar(c, sig->s) != EC2_OK) return EC2_BAD_SIGNATURE;
    ev_ec2_scalar_from_digest(c, u, digest, length);
    ev_ec2_scalar_inverse(c, w, sig->s);
    ev_ec2_scalar_mul(c, u, u, w);
    ev_ec2_scalar_mul(c, v, sig->r, w);
    if (ev_ec2_mul2_vartime(c, &p, u, v, q) != EC2_OK) return EC2_BAD_SIGNATURE;
    ev_ec2_scalar_reduce(c, w, p.x);
    return memcmp(w, sig->r, 4 * (size_t)c->order_words) == 0 ? EC2_OK : EC2_BAD_SIGNATURE;
}
