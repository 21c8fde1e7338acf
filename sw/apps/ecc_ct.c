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
    const ec2_curve *curve;
} curves[] = {
#define CURVE_(name) {#name, &ec2_##name},
    CURVES
};

static uint8_t secret[80], shared[EC2_OCTETS_MAX], peer[EC2_POINT_OCTETS_MAX];
static uint32_t d[EC2_ORDER_WORDS_MAX], k[EC2_ORDER_WORDS_MAX];
static ec2_point p, r;
static ecdsa_signature sig;
static const uint8_t digest[SHA512_OCTETS] = {7};

typedef ec2_status operation(const ec2_curve *c, size_t length);

static ec2_status mul(const ec2_curve *c, size_t length) { return (void)length, ec2_mul(c, &r, d, &p); }
static ec2_status base(const ec2_curve *c, size_t length) { return (void)length, ec2_mul_base(c, &r, d); }
static ec2_status agree(const ec2_curve *c, size_t length) { return ecdh_cofactor(c, shared, d, peer, length); }
static ec2_status keygen(const ec2_curve *c, size_t length) { return (void)length, ec2_keygen(c, k, &r, secret); }
static ec2_status vartime(const ec2_curve *c, size_t length) { return (void)length, ec2_mul_vartime(c, &r, d, &p); }

static ec2_status sign(const ec2_curve *c, size_t length) {
    (void)length;
    return ecdsa_sign_with_nonce(c, &sig, digest, SHA256_OCTETS, d, k);
}

static ec2_status rfc6979(const ec2_curve *c, size_t length) {
    (void)length;
    return ecdsa_sign(c, &sig, &hash_sha256, digest, d);
}

// The scalar is any number in the file, including 0, and n or more.
static ec2_status given(const ec2_curve *c, size_t length) {
    (void)length;
    return ec2_mul_base(c, &r, (const uint32_t *)secret);
}

// The peer's point is off the curve; the scalar as above.
static ec2_status refuse(const ec2_curve *c, size_t length) {
    peer[length - 1] ^= 1;
    return ecdh(c, shared, (const uint32_t *)secret, peer, length) == EC2_NOT_ON_CURVE ? EC2_OK : EC2_NOT_ON_CURVE;
}

static const struct {
    const char *name;
    operation *run;
} operations[] = {
    {"mul", mul}, {"base", base}, {"ecdh", agree}, {"sign", sign}, {"rfc6979", rfc6979}, {"keygen", keygen},
    {"vartime", vartime}, {"given", given}, {"refuse", refuse},
};

int main(int argc, char **argv) {
    const ec2_curve *c = 0;
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
    ec2_scalar_from_random(c, d, secret, used);
    ec2_scalar_from_random(c, k, secret + sizeof secret - used, used);
    memcpy(p.x, c->g, 4u * c->words);
    memcpy(p.y, c->g + c->words, 4u * c->words);
    const size_t length = ec2_encode(c, peer, &p, 0);
    ct_begin();
    const ec2_status status = run(c, length);
    ct_end();
    return status != EC2_OK;
}
