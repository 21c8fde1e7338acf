// SPDX-License-Identifier: Apache-2.0
// Cycles of the binary-field and curve functions. `bench_ecc` runs the function named by WHAT on the words of the file
// "in" and writes the result to "out". It calls field kernels as the curve code does: arguments, BL and return count.
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "ecdsa.h"
#include "gf2m_kernels.h"

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
    return W;
}
#else
static ev_ec2_point_t point(const ev_curve_t *c, const uint32_t *from) {
    ev_ec2_point_t p;
    memset(&p, 0, sizeof p);
    memcpy(p.x, from, 4u * c->words);
    memcpy(p.y, from + c->words, 4u * c->words);
    return p;
}

// In: scalar, second scalar, point, digest octets.
static size_t measure(void) {
    const ev_curve_t *c = &CURVE;
    const uint32_t *k = in, *u = k + c->order_words, *at = u + c->order_words;
    const uint8_t *digest = (const uint8_t *)(at + 2 * c->words);
    const ev_ec2_point_t p = point(c, at);
    ev_ec2_point_t r;
    ev_ec2_signature_t sig;
    ev_ec2_status_t status = EC2_OK;
    (void)u, (void)digest, (void)p, (void)sig;
    memset(&r, 0, sizeof r);
#if defined WHAT_verify
    memcpy(sig.r, k, 4u * c->order_words);
    memcpy(sig.s, u, 4u * c->order_words);
#endif
    bench_begin();
#if defined WHAT_mul
    status = ev_ec2_mul(c, &r, k, &p);
#elif defined WHAT_base
    status = ev_ec2_mul_base(c, &r, k);
#elif defined WHAT_vartime
    status = ev_ec2_mul_vartime(c, &r, k, &p);
#elif defined WHAT_mul2
    status = ev_ec2_mul2_vartime(c, &r, u, k, &p);
#elif defined WHAT_check
    status = ev_ec2_check_public(c, &p);
#elif defined WHAT_sign
    status = ev_ecdsa_sign(c, &sig, &ev_hash_sha256, digest, k);
#elif defined WHAT_verify
    status = ev_ecdsa_verify(c, &sig, digest, EV_SHA256_BYTES, &p);
#endif
    bench_end("curve");
    if (status != EC2_OK) {
        printf("bench_ecc: status %d\n", (int)status);
        return 0;
    }
#if defined WHAT_sign
    memcpy(out, sig.r, 4u * c->order_words);
    memcpy(out + c->order_words, sig.s, 4u * c->order_words);
    return 2u * c->order_words;
#else
    memcpy(out, r.x, 4u * c->words);
    memcpy(out + c->words, r.y, 4u * c->words);
    return 2u * c->words;
#endif
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
    return n == 0 || !f || fwrite(out, 4, n, f) != n || fclose(f);
}
