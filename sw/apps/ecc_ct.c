// SPDX-License-Identifier: Apache-2.0
// For `ev ct`: the operations of a curve on a secret scalar made from the file secret.bin (up to 80 octets). Arguments:
// the curve, and the operation between the marks. Defining CURVES, a list of CURVE_(name), leaves the other curves out.
#include <stdio.h>
#include <string.h>

#include "ct.h"
#include "ecdh.h"
#include "ecdsa.h"
#include "ec2_scalar.h"

#ifndef CURVES
#define CURVES CURVE_(k163) CURVE_(b163) CURVE_(k233) CURVE_(b233) CURVE_(k239) CURVE_(k283) CURVE_(b283) \
    CURVE_(k409) CURVE_(b409) CURVE_(k571) CURVE_(b571)
#endif

static const struct {
    const char *name;
    const ev_curve_t *curve;
} curves[] = {
#define CURVE_(name) {#name, &ev_curve_##name},
    CURVES
};

static uint8_t secret[80], shared[EC2_OCTETS_MAX], peer[EC2_POINT_OCTETS_MAX];
static uint32_t d[EC2_ORDER_WORDS_MAX], k[EC2_ORDER_WORDS_MAX];
static ev_ec2_point_t p, r;
static ev_ec2_signature_t sig;
static const uint8_t digest[EV_SHA512_BYTES] = {7};

typedef ev_ec2_status_t operation(const ev_curve_t *c, size_t length);

static ev_ec2_status_t mul(const ev_curve_t *c, size_t length) { return (void)length, ev_ec2_mul(c, &r, d, &p); }
static ev_ec2_status_t base(const ev_curve_t *c, size_t length) { return (void)length, ev_ec2_mul_base(c, &r, d); }
static ev_ec2_status_t agree(const ev_curve_t *c, size_t length) { return ev_ecdh_cofactor(c, shared, d, peer, length); }
static ev_ec2_status_t keygen(const ev_curve_t *c, size_t length) { return (void)length, ev_ec2_keygen(c, k, &r, secret); }
static ev_ec2_status_t vartime(const ev_curve_t *c, size_t length) { return (void)length, ev_ec2_mul_vartime(c, &r, d, &p); }

static ev_ec2_status_t sign(const ev_curve_t *c, size_t length) {
    (void)length;
    return ev_ecdsa_sign_with_nonce(c, &sig, digest, EV_SHA256_BYTES, d, k);
}

static ev_ec2_status_t rfc6979(const ev_curve_t *c, size_t length) {
    (void)length;
    return ev_ecdsa_sign(c, &sig, &ev_hash_sha256, digest, d);
}

// The scalar is any number in the file, including 0, and n or more.
static ev_ec2_status_t given(const ev_curve_t *c, size_t length) {
    (void)length;
    return ev_ec2_mul_base(c, &r, (const uint32_t *)secret);
}

// The peer's point is off the curve; the scalar as above.
static ev_ec2_status_t refuse(const ev_curve_t *c, size_t length) {
    peer[length - 1] ^= 1;
    return ev_ecdh(c, shared, (const uint32_t *)secret, peer, length) == EC2_NOT_ON_CURVE ? EC2_OK : EC2_NOT_ON_CURVE;
}

static const struct {
    const char *name;
    operation *run;
} operations[] = {
    {"mul", mul}, {"base", base}, {"ecdh", agree}, {"sign", sign}, {"rfc6979", rfc6979}, {"keygen", keygen},
    {"vartime", vartime}, {"given", given}, {"refuse", refuse},
};

int main(int argc, char **argv) {
    const ev_curve_t *c = 0;
    operation *run = 0;
    for (size_t i = 0; argc == 3 && i < sizeof curves / sizeof *curves; i++)
        if (strcmp(argv[1], curves[i].name) == 0) c = curves[i].curve;
    for (size_t i = 0; argc == 3 && i < sizeof operations / sizeof *operations; i++)
        if (strcmp(argv[2], operations[i].name) == 0) run = operations[i].run;
    if (!c || !run) {
        puts("ecc_ct: the arguments are a curve and an operation (sw/apps/ecc_ct.c).");
        return 2;
    }
    FILE *f = fopen("secret.bin", "rb");
    if (!f || fread(secret, 1, sizeof secret, f) == 0) {
        puts("ecc_ct: there is no file secret.bin.");
        return 1;
    }
    fclose(f);
    const size_t used = c->order_octets + 8u;
    ev_ec2_scalar_from_random(c, d, secret, used);
    ev_ec2_scalar_from_random(c, k, secret + sizeof secret - used, used);
    memcpy(p.x, c->g, 4u * c->words);
    memcpy(p.y, c->g + c->words, 4u * c->words);
    const size_t length = ev_ec2_encode(c, peer, &p, 0);
    ct_begin();
    const ev_ec2_status_t status = run(c, length);
    ct_end();
    return status != EC2_OK;
}
