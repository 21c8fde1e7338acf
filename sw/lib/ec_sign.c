// SPDX-License-Identifier: Apache-2.0
#include <evariste/hmac.h>

#include <string.h>

#include "ec_scalar.h"
#include "ecdsa_words.h"
#include "secret.h"

// A piece of what is authenticated.
typedef struct {
    const void *data;
    size_t length;
} piece_t;

// tag = HMAC(first | second | third) under the key that `keyed` was started with.
static void mac(const ev_hmac_t *keyed, uint8_t *tag, piece_t first, piece_t second, piece_t third) {
    ev_hmac_t s = *keyed;
    ev_hmac_update(&s, first.data, first.length);
    ev_hmac_update(&s, second.data, second.length);
    ev_hmac_update(&s, third.data, third.length);
    ev_hmac_finish(&s, tag, keyed->inner.function->digest_bytes);
}

// K = HMAC(K, V | more | extra), V = HMAC(K, V), where K is kept as a started HMAC.
static void stir(ev_hmac_t *k, uint8_t *v, piece_t more, piece_t extra) {
    uint8_t key[EV_HASH_BYTES_MAX];
    const ev_hash_t *h = k->inner.function;
    const piece_t value = {v, h->digest_bytes}, none = {0};
    mac(k, key, value, more, extra);
    ev_hmac_start(k, h, key, h->digest_bytes);
    mac(k, v, value, none, none);
}

void ev_ec_nonce(const ev_curve_t *c, uint32_t *k, const ev_ec_seed_t *seed, unsigned skip) {
    const ev_hash_t *const h = seed->hash;
    const piece_t none = {0}, extra = {seed->extra, seed->extra_bytes};
    uint8_t v[EV_HASH_BYTES_MAX] = {0}, both[1 + 2 * EV_CURVE_SCALAR_BYTES_MAX];
    uint8_t t[EV_CURVE_SCALAR_BYTES_MAX + EV_HASH_BYTES_MAX];
    uint32_t z[EV_CURVE_WORDS_MAX];
    ev_hmac_t key;
    ev_hmac_start(&key, h, v, h->digest_bytes);
    memset(v, 1, sizeof v);
    ev_ec_scalar_encode(c, both + 1, seed->d);
    ev_ec_scalar_from_digest(c, z, seed->digest, seed->digest_bytes);
    ev_ec_scalar_encode(c, both + 1 + c->order_octets, z);
    for (uint8_t step = 0; step < 2; step++) {
        both[0] = step;
        stir(&key, v, (piece_t){both, 1 + 2u * c->order_octets}, extra);
    }
    for (;;) {
        for (size_t got = 0; got < c->order_octets; got += h->digest_bytes) {
            mac(&key, v, (piece_t){v, h->digest_bytes}, none, none);
            memcpy(t + got, v, h->digest_bytes);
        }
        // bits2int: the leftmost order_bits bits, not reduced
        const int excess = 8 * c->order_octets - c->order_bits;
        ev_ec_from_octets(k, c->order_words, t, c->order_octets);
        if (excess)
            for (int i = 0; i < c->order_words; i++)
                k[i] = k[i] >> excess | (i + 1 < c->order_words ? k[i + 1] << (32 - excess) : 0);
        if (ev_ec_check_scalar(c, k) == EV_OK && skip-- == 0) return;
        const uint8_t zero = 0;
        stir(&key, v, (piece_t){&zero, 1}, none);
    }
}

#ifdef EC_HAS_MONTGOMERY_ROW
#define NUMERATOR(c) (c)->order_r2
#else
#define NUMERATOR(c) 0
#endif

// p = k G and inverse = 1/k modulo the order. Where it returns 1, the inverse is 2^(64 words) / k.
static unsigned multiply_base_and_invert(const ev_curve_t *c, ev_ec_point_t *p, uint32_t *inverse, const uint32_t *k) {
#ifdef EC_HAS_INVERSION_BESIDE
    if (c->engine->mul_base_beside) {
        ev_ec_inversion_t s;
        ev_ec_inversion_begin(&s, NUMERATOR(c), k, c->order, c->order_words, c->order_bits, c->order_inverse);
        c->engine->mul_base_beside(c, p, k, &s);
        ev_ec_inversion_end(inverse, &s, c->order_words);
        return NUMERATOR(c) != 0;
    }
#endif
    c->engine->mul_base(c, p, k);
    ev_ec_scalar_inverse(c, inverse, k);
    return 0;
}

ev_status_t ev_ec_sign(const ev_curve_t *c, ev_ec_signature_t *sig, const uint8_t *digest, size_t digest_bytes,
                        const uint32_t *d, const uint32_t *k) {
    ev_ec_point_t p;
    uint32_t z[EV_CURVE_WORDS_MAX], t[EV_CURVE_WORDS_MAX], inverse[EV_CURVE_WORDS_MAX];
    ev_status_t status = ev_ec_check_scalar(c, d);
    if (status == EV_OK) status = ev_ec_check_scalar(c, k);
    if (status != EV_OK) return status;
    const unsigned scaled = multiply_base_and_invert(c, &p, inverse, k);
    ev_ec_scalar_reduce(c, sig->r, p.x);
    ev_ec_scalar_from_digest(c, z, digest, digest_bytes);
    if (scaled) {
#ifdef EC_HAS_MONTGOMERY_ROW
        ev_ec_scalar_montgomery(c, t, sig->r, d, z);
        ev_ec_scalar_montgomery(c, sig->s, t, inverse, 0);
#endif
    } else {
        ev_ec_scalar_mul(c, t, sig->r, d);
        ev_ec_scalar_add(c, t, t, z);
        ev_ec_scalar_mul(c, sig->s, t, inverse);
    }
    const uint32_t zero = ev_ec_scalar_is_zero(c, sig->r) | ev_ec_scalar_is_zero(c, sig->s);
    status = (ev_status_t)secret_select(secret_mask(zero), EV_OK, EV_BAD_SIGNATURE);
    EV_DECLASSIFY(status);  // whether the nonce is drawn again
    return status;
}
