// SPDX-License-Identifier: Apache-2.0
#include <evariste/x25519.h>

#include <string.h>

#include "fp.h"
#include "fp_backend.h"
#include "secret.h"
#include "wide_mul.h"
#include "wipe_stack.h"

#define FP_LABEL 25519
#include "fp_names.h"

#define MUL ev_fp_25519_mul_i
#define SQR ev_fp_25519_sqr_i
#define ADD ev_fp_25519_add_i
#define SUB ev_fp_25519_sub_i

// Words of stack that the functions below the public ones use at most: verify/ecc/test_stack.py.
#define STACK_WORDS 470

typedef struct {
    uint32_t x[W], z[W];
} fraction;  // u = X / Z; Z = 0 for the point at infinity

static void from_octets(uint32_t *r, const uint8_t *octets) {
    for (int i = 0; i < W; i++)
        r[i] = (uint32_t)octets[4 * i] | (uint32_t)octets[4 * i + 1] << 8 | (uint32_t)octets[4 * i + 2] << 16 |
               (uint32_t)octets[4 * i + 3] << 24;
}

static void to_octets(uint8_t *octets, const uint32_t *a) {
    for (int i = 0; i < 4 * W; i++) octets[i] = (uint8_t)(a[i / 4] >> 8 * (i % 4));
}

// r = 121665 a. The word above the top is t: t 2^256 is 38 t. R + 38 (t + 1) - 2^256 is the residue minus 2 p if there is no
// carry; then 38 too much was added.
static void times_a24(uint32_t *r, const uint32_t *a) {
    uint64_t s = 0;
    for (int i = 0; i < W; i++) {
        s += mul_wide(a[i], X25519_A24);
        r[i] = (uint32_t)s;
        s >>= 32;
    }
    s = ((uint32_t)s + 1) * 38;
    for (int i = 0; i < W; i++) {
        s += r[i];
        r[i] = (uint32_t)s;
        s >>= 32;
    }
    uint32_t borrow = 38 & ~secret_mask((uint32_t)s);
    for (int i = 0; i < W; i++) {
        const uint64_t d = (uint64_t)r[i] - borrow;
        r[i] = (uint32_t)d;
        borrow = (uint32_t)(d >> 32) & 1;
    }
}

static void double_point(fraction *p) {  // 2M + 2S, and 121665 times an element
    uint32_t s[W], t[W];
    ADD(s, p->x, p->z);
    SQR(s, s);
    SUB(t, p->x, p->z);
    SQR(t, t);
    MUL(p->x, s, t);
    SUB(t, s, t);
    times_a24(p->z, t);
    ADD(p->z, p->z, s);
    MUL(p->z, p->z, t);
}

// high = low + high, for points with the difference (u, 1); low = 2 low. 5M + 4S, and 121665 times an element.
static void step(fraction *low, fraction *high, const uint32_t *u) {
    uint32_t s[W], t[W];
    SUB(s, high->x, high->z);
    ADD(t, low->x, low->z);
    MUL(s, s, t);
    ADD(t, high->x, high->z);
    SUB(high->z, low->x, low->z);
    MUL(t, t, high->z);
    ADD(high->x, s, t);
    SQR(high->x, high->x);
    SUB(t, s, t);
    SQR(t, t);
    MUL(high->z, t, u);
    double_point(low);
}

static void exchange(fraction *a, fraction *b, uint32_t mask) {
    uint32_t *const p = a->x, *const q = b->x;
    for (int i = 0; i < 2 * W; i++) {
        const uint32_t t = (p[i] ^ q[i]) & mask;
        p[i] ^= t;
        q[i] ^= t;
    }
}

// The u-coordinate of k times a point, by the Montgomery ladder (RFC 7748, 5). Not inlined, so that its stack is cleared.
static __attribute__((noinline)) void multiply(uint32_t *r, const uint32_t *k, const uint32_t *u) {
    fraction low = {{1}, {0}}, high = {.z = {1}};
    uint32_t before = 0;
    memcpy(high.x, u, sizeof high.x);
    for (int i = 254; i >= 0; i--) {
        const uint32_t bit = k[i >> 5] >> (i & 31) & 1;
        exchange(&low, &high, secret_mask(bit ^ before));
        before = bit;
        step(&low, &high, u);
    }
    exchange(&low, &high, secret_mask(before));
    ev_fp_25519_inv(low.z, low.z);
    MUL(low.x, low.x, low.z);
    ev_fp_25519_canonical(r, low.x);
}

// HERE(f) is f where a backend has no unit for it (fp_backend.h, FP_HAS_ACCELERATOR).
#ifdef FP_HAS_ACCELERATOR
#include "x25519_accelerated.h"
#else
#define HERE(function) function
#endif

// Private scalars are multiples of 8 between 2^254 and 2^255. So the result is 0 exactly when 8 times the point is infinity.
static int has_small_order(const uint32_t *u) {
    fraction p = {.z = {1}};
    uint32_t z[W], any = 0;
    memcpy(p.x, u, sizeof p.x);
    for (int i = 0; i < 3; i++) double_point(&p);
    ev_fp_25519_canonical(z, p.z);
    for (int i = 0; i < W; i++) any |= z[i];
    return any == 0;
}

static void agree(uint8_t *out, const uint8_t *key, const uint32_t *u) {
    uint32_t k[W], r[W];
    from_octets(k, key);
    k[0] &= ~(uint32_t)7;
    k[W - 1] = (k[W - 1] & 0x7fffffff) | 0x40000000;
    HERE(multiply)(r, k, u);
    to_octets(out, r);
    ev_wipe(k, sizeof k);
    ev_wipe(r, sizeof r);
    ev_wipe_stack(STACK_WORDS);
}

ev_status_t ev_x25519_public(const uint8_t *key, size_t key_bytes, uint8_t *public_key, size_t capacity) {
    static const uint32_t base[W] = {X25519_BASE};
    if (key == NULL || public_key == NULL) return EV_NULL;
    if (key_bytes != EV_X25519_BYTES) return EV_BAD_LENGTH;
    if (capacity < EV_X25519_BYTES) return EV_TOO_SMALL;
    agree(public_key, key, base);
    EV_DECLASSIFY_BYTES(public_key, EV_X25519_BYTES);
    return EV_OK;
}

ev_status_t ev_x25519(const uint8_t *key, size_t key_bytes, uint8_t *secret, size_t capacity, const uint8_t *peer,
                      size_t peer_bytes) {
    uint32_t u[W];
    if (key == NULL || secret == NULL || peer == NULL) return EV_NULL;
    if (key_bytes != EV_X25519_BYTES || peer_bytes != EV_X25519_BYTES) return EV_BAD_LENGTH;
    if (capacity < EV_X25519_BYTES) return EV_TOO_SMALL;
    from_octets(u, peer);
    u[W - 1] &= 0x7fffffff;
    if (has_small_order(u)) return EV_SMALL_ORDER;
    agree(secret, key, u);
    return EV_OK;
}
