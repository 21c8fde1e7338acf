// SPDX-License-Identifier: Apache-2.0
// For `ev ct`: the operations of a curve on a secret scalar made from the file secret.bin (up to 80 octets). Arguments:
// the curve, and the operation between the marks. Defining CURVES, a list of CURVE_(name), leaves the other curves out.
#include <stdio.h>
#include <string.h>

#include <evariste/ecdh.h>
#include <evariste/ecdsa.h>
#include <evariste/key_der.h>
#include <evariste/pem.h>
#include <evariste/x25519.h>

#include "ct.h"
#include "ec_key.h"
#include "ec_scalar.h"
#include "ecdsa_words.h"

#ifndef CURVES
#define CURVES CURVE_(k163) CURVE_(b163) CURVE_(k233) CURVE_(b233) CURVE_(k239) CURVE_(k283) CURVE_(b283) \
    CURVE_(k409) CURVE_(b409) CURVE_(k571) CURVE_(b571) CURVE_(p192) CURVE_(p224) CURVE_(p256) CURVE_(p384) CURVE_(p521)
#endif

static const struct {
    const char *name;
    const ev_curve_t *curve;
} curves[] = {
#define CURVE_(name) {#name, &ev_curve_##name},
    CURVES
};

static uint8_t secret[80], shared[EV_CURVE_FIELD_BYTES_MAX], signature[EV_ECDSA_BYTES_MAX];
static uint8_t der[EV_EC_PKCS8_BYTES_MAX];
static char text[EV_PEM_TEXT_BYTES(11, EV_EC_PKCS8_BYTES_MAX)];
static ev_ec_private_t key, read;  // made of the secret
static ev_ec_public_t peer, known;
static uint32_t *const d = key.scalar, k[EV_CURVE_WORDS_MAX];
static ev_ec_point_t p, r;
static ev_ec_signature_t sig;
static size_t length;
static const uint8_t digest[EV_SHA256_BYTES] = {7}, extra[16] = {9};

typedef ev_status_t operation(const ev_curve_t *c);

// mul, base and sign are functions of the library's own, which leave secrets on the stack. The public functions clear it,
// as these do.
static ev_status_t cleared(ev_status_t status) {
    ev_wipe_stack(2000);
    return status;
}

static ev_status_t mul(const ev_curve_t *c) { return cleared(ev_ec_mul(c, &r, d, &p)); }
static ev_status_t base(const ev_curve_t *c) { return cleared(ev_ec_mul_base(c, &r, d)); }
static ev_status_t sign(const ev_curve_t *c) { return cleared(ev_ec_sign(c, &sig, digest, sizeof digest, d, k)); }
static ev_status_t vartime(const ev_curve_t *c) { return ev_ec_mul_vartime(c, &r, d, &p); }

// The scalar is any number in the file, including 0, and n or more.
static ev_status_t given(const ev_curve_t *c) {
    return cleared(ev_ec_mul_base(c, &r, (const uint32_t *)secret));
}

static ev_status_t agree(const ev_curve_t *c) {
    (void)c;
    return ev_ecdh_cofactor(&key, shared, sizeof shared, &length, &peer);
}

static ev_status_t keygen(const ev_curve_t *c) {
    const ev_status_t status = ev_ec_private_generate(&read, c, secret, ev_curve_random_bytes(c));
    return status != EV_OK ? status : ev_ec_public_from_private(&known, &read);
}

static ev_status_t rfc6979(const ev_curve_t *c) {
    (void)c;
    return ev_ecdsa_sign(&key, signature, sizeof signature, &length, digest, sizeof digest, &ev_hash_sha256, NULL, 0);
}

static ev_status_t hedged(const ev_curve_t *c) {
    (void)c;
    return ev_ecdsa_sign(&key, signature, sizeof signature, &length, digest, sizeof digest, &ev_hash_sha256, extra,
                         sizeof extra);
}

// The private key to octets and back.
static ev_status_t octets(const ev_curve_t *c) {
    const ev_status_t status = ev_ec_private_to_octets(&key, shared, sizeof shared, &length);
    return status != EV_OK ? status : ev_ec_private_from_octets(&read, c, shared, length);
}

// The private key to PKCS #8, to PEM, and back.
static ev_status_t file(const ev_curve_t *c) {
    const ev_curve_set_t curve = {&c, 1};
    ev_status_t status = ev_ec_private_to_pkcs8(&key, der, sizeof der, &length, NULL);
    if (status == EV_OK) status = ev_pem_encode(text, sizeof text, &length, "PRIVATE KEY", der, length);
    if (status == EV_OK) status = ev_pem_decode(der, sizeof der, &length, "PRIVATE KEY", text, length);
    return status != EV_OK ? status : ev_ec_private_from_pkcs8(&read, &curve, der, length);
}

static ev_status_t inverse(const ev_curve_t *c) {
    ev_ec_scalar_inverse(c, r.x, d);
    return cleared(EV_OK);
}

// X25519 is on no curve of the list: the argument does not matter.
static ev_status_t x25519(const ev_curve_t *c) {
    static const uint8_t theirs[EV_X25519_BYTES] = {9};
    (void)c;
    return ev_x25519(secret, EV_X25519_BYTES, shared, sizeof shared, theirs, sizeof theirs);
}

static ev_status_t x25519_public(const ev_curve_t *c) {
    (void)c;
    return ev_x25519_public(secret, EV_X25519_BYTES, shared, sizeof shared);
}

static const struct {
    const char *name;
    operation *run;
} operations[] = {
    {"mul", mul}, {"base", base}, {"ecdh", agree}, {"sign", sign}, {"rfc6979", rfc6979}, {"keygen", keygen},
    {"hedged", hedged}, {"octets", octets}, {"file", file}, {"vartime", vartime}, {"given", given},
    {"inverse", inverse}, {"x25519", x25519}, {"x25519_public", x25519_public},
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
    ct_key(secret, sizeof secret);
    const size_t used = ev_curve_random_bytes(c);
    ev_ec_private_generate(&key, c, secret, used);
    ev_ec_scalar_from_random(c, k, secret + sizeof secret - used, used);
    ct_key(key.scalar, sizeof key.scalar);
    ct_key(k, sizeof k);
    memcpy(p.x, c->g, 4u * c->words);
    memcpy(p.y, c->g + c->words, 4u * c->words);
    peer.curve = c;
    memcpy(peer.x, p.x, sizeof p.x);
    memcpy(peer.y, p.y, sizeof p.y);
    ct_begin();
    const ev_status_t status = run(c);
    ct_end();
    return status != EV_OK;
}
