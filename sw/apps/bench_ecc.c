// SPDX-License-Identifier: Apache-2.0
// Cycles of the field and curve functions. `bench_ecc` runs the function named by WHAT on the words of the file
// "in" and writes the result to "out". It calls field kernels as the curve code does: arguments, BL and return count.
#include <evariste/ecdh.h>
#include <evariste/ecdsa.h>
#include <evariste/x25519.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "ec2.h"
#include "ec_scalar.h"
#include "ecdsa_words.h"
#include "fp.h"
#include "fp_backend.h"
#include "gf2m_backend.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

static uint32_t in[256], out[64];

#ifdef DEGREE
#define GF(name) PASTE(PASTE(ev_gf2_, DEGREE), name)
#define W ((DEGREE + 31) / 32)
static size_t measure(void) {
    const uint32_t *a = in, *b = in + W;
    bench_begin();
#if defined WHAT_mul
    GF(_mul_i)(out, a, b);
#elif defined WHAT_muladd
    GF(_muladd_i)(out, a, b, in + 2 * W);
#elif defined WHAT_sqr
    GF(_sqr_i)(out, a);
#elif defined WHAT_sqrn
    GF(_sqrn_i)(out, a, 100);
#elif defined WHAT_inv
    GF(_inv)(out, a);
#elif defined WHAT_add
    GF(_add)(out, a, b);
#elif defined WHAT_sqrt
    GF(_sqrt)(out, a);
#elif defined WHAT_half_trace
    GF(_half_trace)(out, a);
#endif
    bench_end("field");
    (void)b;
    return 4 * W;
}
#elif defined PRIME
#define FP(name) PASTE(PASTE(ev_fp_, PRIME), name)
#define W PASTE(PASTE(FP_, PRIME), _WORDS)
#include "curves/primes.h"
static size_t measure(void) {
    const uint32_t *a = in, *b = in + W;
    bench_begin();
#if defined WHAT_mul
    FP(_mul_i)(out, a, b);
#elif defined WHAT_sqr
    FP(_sqr_i)(out, a);
#elif defined WHAT_add
    FP(_add_i)(out, a, b);
#elif defined WHAT_sub
    FP(_sub_i)(out, a, b);
#elif defined WHAT_inv
    FP(_inv)(out, a);
#endif
    bench_end("field");
    (void)b;
    return 4 * W;
}
#elif defined X25519
// In: private key, the peer's public key.
static size_t measure(void) {
    const uint8_t *const key = (const uint8_t *)in, *const peer = key + EV_X25519_BYTES;
    bench_begin();
#if defined WHAT_public
    const ev_status_t status = ev_x25519_public(key, EV_X25519_BYTES, (uint8_t *)out, sizeof out);
#else
    const ev_status_t status = ev_x25519(key, EV_X25519_BYTES, (uint8_t *)out, sizeof out, peer, EV_X25519_BYTES);
#endif
    bench_end("curve");
    (void)peer;
    return status == EV_OK ? EV_X25519_BYTES : 0;
}
#else
static ev_ec_point_t point(const ev_curve_t *c, const uint32_t *from) {
    ev_ec_point_t p;
    memset(&p, 0, sizeof p);
    memcpy(p.x, from, 4u * c->words);
    memcpy(p.y, from + c->words, 4u * c->words);
    return p;
}

static void keys(ev_ec_private_t *key, ev_ec_public_t *known, const ev_curve_t *c, const uint32_t *k, const ev_ec_point_t *p) {
    *key = (ev_ec_private_t){.curve = c};
    *known = (ev_ec_public_t){.curve = c};
    memcpy(key->scalar, k, 4u * c->order_words);
    memcpy(known->x, p->x, sizeof p->x);
    memcpy(known->y, p->y, sizeof p->y);
}

// In: scalar, second scalar, point, digest octets, signature octets.
static size_t measure(void) {
    const ev_curve_t *c = &CURVE;
    const uint32_t *k = in, *u = k + c->order_words, *at = u + c->order_words;
    const uint8_t *digest = (const uint8_t *)(at + 2 * c->words), *signature = digest + EV_SHA256_BYTES;
    const ev_ec_point_t p = point(c, at);
    ev_ec_point_t r;
    ev_ec_private_t key;
    ev_ec_public_t known;
    size_t length = 8u * c->words;
    ev_status_t status = EV_OK;
    ev_ec_signature_t sig;
    (void)u, (void)digest, (void)signature, (void)sig;
    memset(&r, 0, sizeof r);
    keys(&key, &known, c, k, &p);
    bench_begin();
#if defined WHAT_mul
    status = ev_ec_mul(c, &r, k, &p);
#elif defined WHAT_base
    status = ev_ec_mul_base(c, &r, k);
#elif defined WHAT_vartime
    status = ev_ec_mul_vartime(c, &r, k, &p);
#elif defined WHAT_mul2
    status = ev_ec_mul2_vartime(c, &r, u, k, &p);
#elif defined WHAT_check
    status = ev_ec_check_public(c, &p);
#elif defined WHAT_scalar_mul
    ev_ec_scalar_mul(c, r.x, k, u);
#elif defined WHAT_scalar_inv
    ev_ec_scalar_inverse(c, r.x, k);
#elif defined WHAT_sign
    status = ev_ecdsa_sign(&key, (uint8_t *)out, sizeof out, &length, digest, EV_SHA256_BYTES, &ev_hash_sha256, NULL, 0);
#elif defined WHAT_sign_nonce
    status = ev_ec_sign(c, &sig, digest, EV_SHA256_BYTES, k, u);
#elif defined WHAT_ecdsa  // a signature with a given nonce, and its verification
    status = ev_ec_sign(c, &sig, digest, EV_SHA256_BYTES, k, u);
    if (status == EV_OK) status = ev_ec_verify_vartime(c, &sig, digest, EV_SHA256_BYTES, &p);
#elif defined WHAT_verify
    status = ev_ecdsa_verify(&known, signature, ev_ecdsa_bytes(c), digest, EV_SHA256_BYTES);
#elif defined WHAT_ecdh
    status = ev_ecdh(&key, (uint8_t *)out, sizeof out, &length, &known);
#endif
    bench_end("curve");
    if (status != EV_OK) {
        printf("bench_ecc: %s\n", ev_status_text(status));
        return 0;
    }
#if defined WHAT_sign_nonce || defined WHAT_ecdsa
    memcpy(out, sig.r, 4u * c->order_words);
    memcpy(out + c->order_words, sig.s, 4u * c->order_words);
    return 8u * c->order_words;
#elif !defined WHAT_sign && !defined WHAT_ecdh
    memcpy(out, r.x, 4u * c->words);
    memcpy(out + c->words, r.y, 4u * c->words);
#endif
    return length;
}
#endif

int main(void) {
    FILE *f = fopen("in", "rb");
    if (!f || fread(in, 1, sizeof in, f) == 0) {
        puts("bench_ecc: there is no file `in`.");
        return 1;
    }
    fclose(f);
    const size_t n = measure();
    f = fopen("out", "wb");
    return n == 0 || !f || fwrite(out, 1, n, f) != n || fclose(f);
}
