// SPDX-License-Identifier: Apache-2.0
// ECDSA with the algorithms that Targhetta et al. 2015 name: rolled loops in C, operand scanning (with the accumulator:
// product scanning), NIST reduction, sliding windows, Jacobian coordinates, Euclid's inversion. The time depends on
// secrets. So this is for measurements only, and no part of it is in the library.
//
// The program signs with a given nonce and verifies. In: private key, nonce, public key, digest. PRIME names the field,
// CURVE the curve. With ISE it takes the accumulator of pete.
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "ec_scalar.h"
#include "ecdsa_words.h"
#include "fp_words.h"
#include "secret.h"
#include "wide_mul.h"
#include "words.h"

#define FP_LABEL PRIME
#include "fp_names.h"
#ifdef ISE
#include "pete/pete.h"
#endif

static const uint32_t modulus[] = FP_FACT(_MODULUS);

#if FP_LABEL == 521
static void reduce(uint32_t *r, const uint32_t *c) {
    uint32_t low[W];
    for (int i = 0; i < W; i++) r[i] = c[W - 1 + i] >> 9 | (i + W < 2 * W ? c[W + i] << 23 : 0);
    memcpy(low, c, sizeof low);
    low[W - 1] &= 0x1ff;
    words_add(r, r, low, W);
    uint32_t less[W];
    if (!words_sub(less, r, modulus, W)) memcpy(r, less, sizeof less);
}
#else
#define REDUCE__(label) ev_fp_reduce_##label
#define REDUCE_(label) REDUCE__(label)
static void reduce(uint32_t *r, const uint32_t *c) { REDUCE_(FP_LABEL)(r, c, modulus); }
#endif

// r[2 W] = a b
static void product(uint32_t *r, const uint32_t *a, const uint32_t *b) {
#ifdef ISE
    __asm__ volatile("multu $0, $0" ::: "hi", "lo");
    for (int k = 0; k < 2 * W - 1; k++) {
        const int low = k < W ? 0 : k - W + 1, high = k < W ? k : W - 1;
        const uint32_t *x = a + low, *const end = a + high, *y = b + k - low;
        for (; x <= end; x++, y--) __asm__ volatile("maddu %0, %1" : : "r"(*x), "r"(*y) : "hi", "lo");
        __asm__ volatile("sha %0" : "=r"(r[k]) : : "hi", "lo");
    }
    __asm__ volatile("mflo %0" : "=r"(r[2 * W - 1]) : : "hi", "lo");
#else
    memset(r, 0, 4 * W);
    for (int i = 0; i < W; i++) {
        uint32_t carry = 0;
        for (int j = 0; j < W; j++) {
            const uint64_t t = mul_wide(a[i], b[j]) + r[i + j] + carry;
            r[i + j] = (uint32_t)t;
            carry = (uint32_t)(t >> 32);
        }
        r[i + W] = carry;
    }
#endif
}

static __attribute__((noinline)) void paper_mul(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    uint32_t c[2 * W];
    product(c, a, b);
    reduce(r, c);
}

static __attribute__((noinline)) void paper_add(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    uint32_t less[W];
    const uint32_t carry = words_add(r, a, b, W);
    if (!words_sub(less, r, modulus, W) || carry) memcpy(r, less, sizeof less);
}

static __attribute__((noinline)) void paper_sub(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    if (words_sub(r, a, b, W)) words_add(r, r, modulus, W);
}

static int is_one(const uint32_t *a) {
    uint32_t rest = a[0] ^ 1;
    for (int i = 1; i < W; i++) rest |= a[i];
    return rest == 0;
}

static void halve(uint32_t *a, uint32_t top) {
    for (int i = 0; i < W; i++) a[i] = a[i] >> 1 | (i + 1 < W ? a[i + 1] : top) << 31;
}

// While u is even: u and x halved modulo m.
static void take_twos(uint32_t *u, uint32_t *x, const uint32_t *m) {
    while (!(u[0] & 1)) {
        halve(u, 0);
        halve(x, x[0] & 1 ? words_add(x, x, m, W) : 0);
    }
}

static void subtract(uint32_t *u, uint32_t *x, const uint32_t *v, const uint32_t *y, const uint32_t *m) {
    words_sub(u, u, v, W);
    if (words_sub(x, x, y, W)) words_add(x, x, m, W);
}

// r = 1/a modulo an odd prime m, by the binary algorithm of Euclid (Guide to Elliptic Curve Cryptography, 2.22).
static __attribute__((noinline)) void inverse(uint32_t *r, const uint32_t *a, const uint32_t *m) {
    uint32_t u[W], v[W], x[W] = {1}, y[W] = {0}, t[W];
    memcpy(u, a, sizeof u);
    memcpy(v, m, sizeof v);
    while (!is_one(u) && !is_one(v)) {
        take_twos(u, x, m);
        take_twos(v, y, m);
        if (words_sub(t, u, v, W)) subtract(v, y, u, x, m);
        else subtract(u, x, v, y, m);
    }
    memcpy(r, is_one(u) ? x : y, sizeof u);
}

static void paper_inv(uint32_t *r, const uint32_t *a) { inverse(r, a, modulus); }

// The library's formulas with these functions.
#undef FP
#define FP(name) paper##name
#define MUL paper_mul
#define SQR(r, a) paper_mul(r, a, a)
#define ADD paper_add
#define SUB paper_sub
static inline void COPY(uint32_t *r, const uint32_t *a) { memcpy(r, a, 4 * W); }
static inline uint32_t is_zero(const uint32_t *a) { return secret_words_are_zero(a, W); }
enum { ENTRIES = 16, WIDTH = 4, POINTS = 1 << (WIDTH - 1) };
#include "ecp_jacobian.h"

static void (*const unused)(jacobian *, const uint32_t *, const uint32_t *) = add_affine_to_any;

static int bit(const uint32_t *k, int i) { return k[i / 32] >> i % 32 & 1; }

// q = q + k p by sliding windows, from infinity; for k below n, where no sum meets its own summand.
static void multiply(jacobian *q, const uint32_t *k, const ev_ec_point_t *p) {
    uint32_t table[POINTS][2 * W];
    int infinite = 1;
    odd_multiples(table, POINTS, p);
    memset(q, 0, sizeof *q);
    for (int i = 32 * W - 1; i >= 0;) {
        if (!bit(k, i)) {
            if (!infinite) double_point(q);
            i--;
            continue;
        }
        int low = i < WIDTH ? 0 : i - WIDTH + 1;
        while (!bit(k, low)) low++;
        unsigned digit = 0;
        for (int j = i; j >= low; j--) {
            digit = 2 * digit + (unsigned)bit(k, j);
            if (!infinite) double_point(q);
        }
        const uint32_t *const entry = table[digit / 2];
        if (infinite) set_affine(q, entry, entry + W);
        else add_affine(q, entry, entry + W);
        infinite = 0;
        i = low - 1;
    }
}

static void sign(const ev_curve_t *c, ev_ec_signature_t *s, const uint32_t *z, const uint32_t *d, const uint32_t *k) {
    ev_ec_point_t g, r;
    uint32_t t[EV_CURVE_WORDS_MAX], w[EV_CURVE_WORDS_MAX];
    jacobian q;
    COPY(g.x, c->g);
    COPY(g.y, c->g + W);
    multiply(&q, k, &g);
    to_affine(r.x, r.y, &q);
    ev_ec_scalar_reduce(c, s->r, r.x);
    ev_ec_scalar_mul(c, t, s->r, d);
    ev_ec_scalar_add(c, t, t, z);
    inverse(w, k, c->order);
    ev_ec_scalar_mul(c, s->s, t, w);
}

static int verify(const ev_curve_t *c, const ev_ec_signature_t *s, const uint32_t *z, const ev_ec_point_t *p) {
    ev_ec_point_t g, r;
    uint32_t u[EV_CURVE_WORDS_MAX], v[EV_CURVE_WORDS_MAX], w[EV_CURVE_WORDS_MAX];
    jacobian q, other;
    COPY(g.x, c->g);
    COPY(g.y, c->g + W);
    inverse(w, s->s, c->order);
    ev_ec_scalar_mul(c, u, z, w);
    ev_ec_scalar_mul(c, v, s->r, w);
    multiply(&q, u, &g);
    to_affine(r.x, r.y, &q);
    multiply(&other, v, p);
    add_affine(&other, r.x, r.y);
    to_affine(r.x, r.y, &other);
    ev_ec_scalar_reduce(c, w, r.x);
    return memcmp(w, s->r, 4u * c->order_words) == 0;
}

int main(void) {
    (void)unused;
    static uint32_t in[128], z[EV_CURVE_WORDS_MAX];
    FILE *f = fopen("in", "rb");
    if (!f || fread(in, 1, sizeof in, f) == 0) {
        puts("targhetta: there is no file `in`.");
        return 1;
    }
    fclose(f);
    const ev_curve_t *const c = &CURVE;
    const uint32_t *const d = in, *const k = d + c->order_words, *const at = k + c->order_words;
    ev_ec_signature_t s;
    ev_ec_point_t p;
    COPY(p.x, at);
    COPY(p.y, at + W);
    ev_ec_scalar_from_digest(c, z, (const uint8_t *)(at + 2 * W), EV_SHA256_BYTES);
    bench_begin();
    sign(c, &s, z, d, k);
    const int right = verify(c, &s, z, &p);
    bench_end("curve");
    f = fopen("out", "wb");
    return !right || !f || fwrite(s.r, 4, c->order_words, f) != c->order_words ||
           fwrite(s.s, 4, c->order_words, f) != c->order_words || fclose(f);
}
