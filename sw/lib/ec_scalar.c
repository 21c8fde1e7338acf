// SPDX-License-Identifier: Apache-2.0
#include "ec_scalar.h"

#include <string.h>

#include "secret.h"
#include "wide_mul.h"
#include "words.h"

#define N_MAX EV_CURVE_WORDS_MAX

unsigned ev_ec_scalar_is_zero(const ev_curve_t *c, const uint32_t *a) {
    return secret_words_are_zero(a, c->order_words);
}

unsigned ev_ec_scalar_below(const ev_curve_t *c, const uint32_t *a, const uint32_t *b) {
    uint32_t t[N_MAX];
    return words_sub(t, a, b, c->order_words);
}

// r = a - modulus if that is not negative, else a. `carry` is a's word above the top.
static void subtract_once(uint32_t *r, const uint32_t *a, uint32_t carry, const uint32_t *modulus, int n) {
    uint32_t t[N_MAX];
    const uint32_t keep = secret_mask(words_sub(t, a, modulus, n) & (carry ^ 1));  // a is smaller
    secret_select_words(r, keep, t, a, n);
}

void ev_ec_scalar_add(const ev_curve_t *c, uint32_t *r, const uint32_t *a, const uint32_t *b) {
    uint32_t t[N_MAX];
    const uint32_t carry = words_add(t, a, b, c->order_words);
    subtract_once(r, t, carry, c->order, c->order_words);
}

#ifdef EC_HAS_MUL_MODULO
void ev_ec_scalar_mul(const ev_curve_t *c, uint32_t *r, const uint32_t *a, const uint32_t *b) {
    c->engine->mul_modulo(r, a, b, c->order);
}
#else
// a b / 2^(32 words) mod n (Montgomery), word by word.
#ifdef EC_HAS_MONTGOMERY_ROW
void ev_ec_scalar_montgomery(const ev_curve_t *c, uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *addend) {
    const int n = c->order_words;
    uint32_t room[N_MAX + 2] = {0}, *const t = room + 1;
    if (addend) memcpy(t, addend, 4 * (size_t)n);
    for (int i = 0; i < n; i++) ec_montgomery_row(t, a[i], b, c->order, c->order_inverse, n);
    subtract_once(r, t, t[n], c->order, n);
}

static void montgomery(const ev_curve_t *c, uint32_t *r, const uint32_t *a, const uint32_t *b) {
    ev_ec_scalar_montgomery(c, r, a, b, 0);
}
#else
static void montgomery(const ev_curve_t *c, uint32_t *r, const uint32_t *a, const uint32_t *b) {
    const int n = c->order_words;
    uint32_t t[N_MAX + 2] = {0};
    for (int i = 0; i < n; i++) {
        uint64_t s = 0;
        for (int j = 0; j < n; j++) {
            s += mul_wide(a[i], b[j]) + t[j];
            t[j] = (uint32_t)s;
            s >>= 32;
        }
        s += t[n];
        t[n] = (uint32_t)s;
        t[n + 1] = (uint32_t)(s >> 32);
        const uint32_t m = -(t[0] * c->order_inverse);
        s = mul_wide(m, c->order[0]) + t[0];
        s >>= 32;
        for (int j = 1; j < n; j++) {
            s += mul_wide(m, c->order[j]) + t[j];
            t[j - 1] = (uint32_t)s;
            s >>= 32;
        }
        s += t[n];
        t[n - 1] = (uint32_t)s;
        t[n] = t[n + 1] + (uint32_t)(s >> 32);
    }
    subtract_once(r, t, t[n], c->order, n);
}
#endif

void ev_ec_scalar_mul(const ev_curve_t *c, uint32_t *r, const uint32_t *a, const uint32_t *b) {
#ifdef EC_HAS_UNIT_PRODUCT
    if (ev_ec_unit_product(r, a, b, c->order, c->order_r2, c->order_inverse, c->order_words)) return;
#endif
    uint32_t t[N_MAX];
    montgomery(c, t, a, b);
    montgomery(c, r, t, c->order_r2);
}
#endif

void ev_ec_scalar_inverse(const ev_curve_t *c, uint32_t *r, const uint32_t *a) {
    ev_ec_inverse_modulo(r, a, c->order, c->order_words, c->order_bits, c->order_inverse);
}

// value (most significant octet first) mod modulus, a bit at a time.
static void reduce_octets(uint32_t *r, const uint8_t *octets, size_t length, const uint32_t *modulus, int n) {
    uint32_t t[N_MAX] = {0};
    for (size_t i = 0; i < length; i++)
        for (int bit = 7; bit >= 0; bit--) {
            uint32_t carry = (uint32_t)(octets[i] >> bit) & 1;
            for (int j = 0; j < n; j++) {
                const uint32_t out = secret_top_bit(t[j]);
                t[j] = t[j] << 1 | carry;
                carry = out;
            }
            subtract_once(t, t, carry, modulus, n);
        }
    memcpy(r, t, 4 * (size_t)n);
}

void ev_ec_scalar_reduce(const ev_curve_t *c, uint32_t *r, const uint32_t *a) {
    const int n = c->order_words;
    uint32_t t[N_MAX], m[N_MAX] = {0};
    memcpy(t, a, 4 * (size_t)n);
    const int spare = 32 * n - c->order_bits;  // 2 or more where the cofactor is not 1
    for (int s = spare < 2 ? spare : 2; s >= 0; s--) {
        for (int i = n - 1; i >= 0; i--) m[i] = c->order[i] << s | (s && i ? c->order[i - 1] >> (32 - s) : 0);
        subtract_once(t, t, 0, m, n);
    }
    memcpy(r, t, 4 * (size_t)n);
}

void ev_ec_scalar_from_digest(const ev_curve_t *c, uint32_t *r, const uint8_t *digest, size_t length) {
    const int n = c->order_words;
    uint32_t t[N_MAX + 1] = {0};
    const size_t used = length < c->order_octets ? length : c->order_octets;
    for (size_t i = 0; i < used; i++) t[(used - 1 - i) / 4] |= (uint32_t)digest[i] << 8 * ((used - 1 - i) % 4);
    const int excess = 8 * (int)used - c->order_bits;
    if (excess > 0)
        for (int i = 0; i < n; i++) t[i] = t[i] >> excess | (i + 1 < n ? t[i + 1] << (32 - excess) : 0);
    subtract_once(r, t, 0, c->order, n);
}

void ev_ec_scalar_from_random(const ev_curve_t *c, uint32_t *r, const uint8_t *octets, size_t length) {
    uint32_t modulus[N_MAX];
    memcpy(modulus, c->order, 4 * (size_t)c->order_words);
    modulus[0]--;  // n is odd
    reduce_octets(r, octets, length, modulus, c->order_words);
    uint32_t carry = 1;
    for (int i = 0; i < c->order_words; i++) {
        r[i] += carry;
        carry &= secret_is_zero(r[i]);
    }
}
