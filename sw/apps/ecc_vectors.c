// SPDX-License-Identifier: Apache-2.0
// Runs requests from a file through the field, curve, key, hash and signature functions. The tests feed it with vectors.
//
//     ecc_vectors REQUESTS ANSWERS
//
// A request is op, which (field, curve, hash function or kind of key), argument (2 octets), payload length (4), payload; an
// answer is a status octet, 0, length (2), data; all little-endian. Operations on words take and give field elements and
// scalars as words, points x then y, in as many words as the field or curve has. Operations of the public headers take and
// give octets. Ends with status 1 and a sentence when a file cannot be used or a request makes no sense.
#include <stdio.h>
#include <string.h>

#include <evariste/ecdh.h>
#include <evariste/ecdsa.h>
#include <evariste/hmac.h>
#include <evariste/key_der.h>
#include <evariste/pem.h>
#include <evariste/x25519.h>

#include "ec2.h"
#include "ec_scalar.h"
#include "ecdsa_words.h"
#include "fp.h"
#include "gf2m_backend.h"

static const ev_hash_t *const hashes[] = {&ev_hash_sha224, &ev_hash_sha256, &ev_hash_sha384, &ev_hash_sha512};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static uint32_t in[1100], out[1100];
static uint8_t bytes[4400];

#ifdef GF2M_HAS_SQRN3
#define SQRN3(M, N) ev_gf2_##M##_sqrn3_i(out, n)
#else
#define SQRN3(M, N) \
    for (int i = 0; i < 3; i++) ev_gf2_##M##_sqrn_i(out + i * (N), out + i * (N), n)
#endif

#define FIELD(M, N)                                                                                                \
    static int field_##M(int op, unsigned n) {                                                                     \
        const uint32_t *a = in, *b = in + (N), *c = in + 2 * (N);                                                  \
        switch (op) {                                                                                              \
            case 1: ev_gf2_##M##_add(out, a, b); return 4 * (N);                                                   \
            case 2: ev_gf2_##M##_mul(out, a, b); return 4 * (N);                                                   \
            case 3: ev_gf2_##M##_sqr(out, a); return 4 * (N);                                                      \
            case 4: ev_gf2_##M##_sqrn(out, a, n); return 4 * (N);                                                  \
            case 5: ev_gf2_##M##_reduce(out, a); return 4 * (N);                                                   \
            case 6: ev_gf2_##M##_inv(out, a); return 4 * (N);                                                      \
            case 7: ev_gf2_##M##_sqrt(out, a); return 4 * (N);                                                     \
            case 8: ev_gf2_##M##_half_trace(out, a); return 4 * (N);                                               \
            case 9: out[0] = ev_gf2_##M##_trace(a); return 4;                                                      \
            case 10: ev_gf2_##M##_muladd_i(out, a, b, c); return 4 * (N);                                          \
            case 11: ev_gf2_##M##_sumsqr_i(out, a, b); return 4 * (N);                                             \
            case 12: ev_gf2_##M##_mulsqr_i(out, a, b); return 4 * (N);                                             \
            case 13: ev_gf2_##M##_sumsqr2_i(out, a, b); return 4 * (N);                                            \
            case 14: ev_gf2_##M##_ladder_i(out, in, in + 2 * (N), n); return 12 * (N);                             \
            case 15: ev_gf2_##M##_ladderb_i(out, in, in + 2 * (N), n); return 8 * (N);                             \
            case 16: ev_gf2_##M##_mul(in, a, b); memcpy(out, in, 4 * (N)); return 4 * (N);     /* result over a */ \
            case 17: ev_gf2_##M##_mul(in + (N), a, b); memcpy(out, in + (N), 4 * (N)); return 4 * (N);             \
            case 18: ev_gf2_##M##_sqr(in, a); memcpy(out, in, 4 * (N)); return 4 * (N);                            \
            case 19: ev_gf2_##M##_mul(out, a, a); return 4 * (N);                                                  \
            case 20: ev_gf2_##M##_inv(in, a); memcpy(out, in, 4 * (N)); return 4 * (N);                            \
            case 21: ev_gf2_##M##_muladd_i(in + 2 * (N), a, b, c); memcpy(out, c, 4 * (N)); return 4 * (N);        \
            case 26: memcpy(out, in, 12 * (N)); SQRN3(M, N); return 12 * (N);                                      \
            default: return -1;                                                                                    \
        }                                                                                                          \
    }
FIELD(163, 6)
FIELD(233, 8)
FIELD(239, 8)
FIELD(283, 9)
FIELD(409, 13)
FIELD(571, 18)

#define PRIME(L, N)                                                                                               \
    static int prime_##L(int op) {                                                                                 \
        const uint32_t *a = in, *b = in + (N);                                                                     \
        switch (op) {                                                                                              \
            case 1: ev_fp_##L##_add(out, a, b); return 4 * (N);                                                    \
            case 2: ev_fp_##L##_mul(out, a, b); return 4 * (N);                                                    \
            case 3: ev_fp_##L##_sqr(out, a); return 4 * (N);                                                       \
            case 6: ev_fp_##L##_inv(out, a); return 4 * (N);                                                       \
            case 16: ev_fp_##L##_mul(in, a, b); memcpy(out, in, 4 * (N)); return 4 * (N);     /* result over a */  \
            case 17: ev_fp_##L##_mul(in + (N), a, b); memcpy(out, in + (N), 4 * (N)); return 4 * (N);              \
            case 18: ev_fp_##L##_sqr(in, a); memcpy(out, in, 4 * (N)); return 4 * (N);                             \
            case 19: ev_fp_##L##_mul(out, a, a); return 4 * (N);                                                   \
            case 20: ev_fp_##L##_inv(in, a); memcpy(out, in, 4 * (N)); return 4 * (N);                             \
            case 22: ev_fp_##L##_sub(out, a, b); return 4 * (N);                                                   \
            case 23: ev_fp_##L##_canonical(out, a); return 4 * (N);                                                \
            case 24: ev_fp_##L##_add(in, a, b); memcpy(out, in, 4 * (N)); return 4 * (N);                          \
            case 25: ev_fp_##L##_sub(in + (N), a, b); memcpy(out, in + (N), 4 * (N)); return 4 * (N);              \
            default: return -1;                                                                                    \
        }                                                                                                          \
    }
// A root of a public number.
static int root(unsigned which, int *status) {
    static unsigned (*const roots[])(uint32_t *, const uint32_t *) = {
        ev_fp_192_sqrt_vartime, ev_fp_224_sqrt_vartime, ev_fp_256_sqrt_vartime, ev_fp_384_sqrt_vartime, ev_fp_521_sqrt_vartime};
    static const uint8_t words[] = {6, 7, 8, 12, 17};
    if (which >= COUNT(roots)) return -1;
    *status = !roots[which](out, in);
    return *status ? 0 : 4 * words[which];
}

PRIME(192, 6)
PRIME(224, 7)
PRIME(256, 8)
PRIME(384, 12)
PRIME(521, 17)
PRIME(25519, 8)

static void get_point(const ev_curve_t *c, ev_ec_point_t *p, const uint32_t *from) {
    memset(p, 0, sizeof *p);
    memcpy(p->x, from, 4u * c->words);
    memcpy(p->y, from + c->words, 4u * c->words);
}

static int put_point(const ev_curve_t *c, const ev_ec_point_t *p) {
    memcpy(out, p->x, 4u * c->words);
    memcpy(out + c->words, p->y, 4u * c->words);
    return 8 * c->words;
}

static int put_bytes(size_t n) {
    memcpy(out, bytes, n);
    return (int)n;
}

// Operations on words.
static int words_op(int op, const ev_curve_t *c, unsigned n, size_t length, int *status) {
    const uint8_t *octets = (const uint8_t *)in;
    const uint32_t *second = in + c->order_words;
    ev_ec_point_t p, q;
    ev_ec_signature_t sig;
    memset(&q, 0, sizeof q);
    switch (op) {
        case 32: *status = ev_ec_decode(c, &p, octets, length); return *status ? 0 : put_point(c, &p);
        case 33: get_point(c, &p, in); return put_bytes(ev_ec_encode(c, bytes, &p, (int)n));
        case 34: get_point(c, &p, in); *status = ev_ec_check_public(c, &p); return 0;
        case 35: *status = ev_ec_check_scalar(c, in); return 0;
        case 36: get_point(c, &p, second); *status = ev_ec_mul(c, &q, in, &p); return put_point(c, &q);
        case 37: *status = ev_ec_mul_base(c, &q, in); return put_point(c, &q);
        case 38: get_point(c, &p, second); *status = ev_ec_mul_vartime(c, &q, in, &p); return put_point(c, &q);
        case 39:
            get_point(c, &p, second + c->order_words);
            *status = ev_ec_mul2_vartime(c, &q, in, second, &p);
            return put_point(c, &q);
        case 40: ev_ec_scalar_mul(c, out, in, second); return 4 * c->order_words;
        case 41: ev_ec_scalar_inverse(c, out, in); return 4 * c->order_words;
        case 42: ev_ec_scalar_add(c, out, in, second); return 4 * c->order_words;
        case 43: ev_ec_scalar_from_random(c, out, octets, length); return 4 * c->order_words;
        case 44: ev_ec_scalar_from_digest(c, out, octets, length); return 4 * c->order_words;
        case 45: {
            const uint8_t *digest = (const uint8_t *)(second + c->order_words);
            *status = ev_ec_sign(c, &sig, digest, length - 8u * c->order_words, in, second);
            memcpy(out, sig.r, 4u * c->order_words);
            memcpy(out + c->order_words, sig.s, 4u * c->order_words);
            return *status ? 0 : 8 * c->order_words;
        }
        default: return -1;
    }
}

// What the next octets of the payload are.
typedef struct {
    const uint8_t *at;
    size_t left;
} payload_t;

static const uint8_t *next(payload_t *from, size_t length) {
    const uint8_t *const at = from->at;
    from->left -= length;  // a request that is too short reads zeros, or an older request
    from->at += length;
    return at;
}

// Operations of the public headers. The argument is the number of a hash function, and 256 times the length of a digest.
static int key_op(int op, const ev_curve_t *c, unsigned n, size_t length, int *status) {
    const size_t scalar_bytes = ev_curve_scalar_bytes(c), digest_bytes = n >> 8;
    const ev_hash_t *const hash = (n & 255) < COUNT(hashes) ? hashes[n & 255] : NULL;
    payload_t from = {(const uint8_t *)in, length};
    ev_ec_private_t key;
    ev_ec_public_t known;
    const uint8_t *digest, *rest;
    size_t written = 0;
    switch (op) {
        case 48:  // a new key: scalar, point
            *status = ev_ec_private_generate(&key, c, from.at, length);
            if (!*status) *status = ev_ec_private_to_octets(&key, bytes, sizeof bytes, &written);
            if (!*status) *status = ev_ec_public_from_private(&known, &key);
            if (!*status)
                *status = ev_ec_public_to_octets(&known, bytes + scalar_bytes, sizeof bytes - scalar_bytes, &written,
                                                 EV_POINT_UNCOMPRESSED);
            return *status ? 0 : put_bytes(scalar_bytes + written);
        case 49:  // the point of a scalar, in the form that the argument says
            *status = ev_ec_private_from_octets(&key, c, from.at, length);
            if (!*status) *status = ev_ec_public_from_private(&known, &key);
            if (!*status) *status = ev_ec_public_to_octets(&known, bytes, sizeof bytes, &written, (ev_point_form_t)n);
            return *status ? 0 : put_bytes(written);
        case 50:  // a point in the form that the argument says
            *status = ev_ec_public_from_octets(&known, c, from.at, length);
            if (!*status) *status = ev_ec_public_to_octets(&known, bytes, sizeof bytes, &written, (ev_point_form_t)n);
            return *status ? 0 : put_bytes(written);
        case 51:  // scalar, the peer's point
        case 52:
            *status = ev_ec_private_from_octets(&key, c, next(&from, scalar_bytes), scalar_bytes);
            if (!*status) *status = ev_ec_public_from_octets(&known, c, from.at, from.left);
            if (!*status)
                *status = (op == 51 ? ev_ecdh : ev_ecdh_cofactor)(&key, bytes, sizeof bytes, &written, &known);
            return *status ? 0 : put_bytes(written);
        case 53:  // scalar, digest, additional data
        case 54:
            *status = ev_ec_private_from_octets(&key, c, next(&from, scalar_bytes), scalar_bytes);
            digest = next(&from, digest_bytes);
            if (!*status)
                *status = (op == 53 ? ev_ecdsa_sign : ev_ecdsa_sign_der)(&key, bytes, sizeof bytes, &written, digest,
                                                                         digest_bytes, hash, from.at, from.left);
            return *status ? 0 : put_bytes(written);
        case 55:  // point, digest, signature
        case 56:
            rest = next(&from, ev_curve_point_bytes(c, EV_POINT_UNCOMPRESSED));
            *status = ev_ec_public_from_octets(&known, c, rest, (size_t)(from.at - rest));
            digest = next(&from, digest_bytes);
            if (!*status)
                *status = (op == 55 ? ev_ecdsa_verify : ev_ecdsa_verify_der)(&known, from.at, from.left, digest,
                                                                             digest_bytes);
            return 0;
        case 57: *status = ev_ecdsa_to_der(c, bytes, sizeof bytes, &written, from.at, length); return put_bytes(written);
        case 58: *status = ev_ecdsa_from_der(c, bytes, sizeof bytes, &written, from.at, length); return put_bytes(written);
        case 59:  // a scalar as DER: the argument is the kind, 16 for one with the public key inside, 32 for a compressed one
            *status = ev_ec_private_from_octets(&key, c, from.at, length);
            if (!*status && (n & 18)) *status = ev_ec_public_from_private(&known, &key);
            if (*status) return 0;
            switch (n & 3) {
                case 0: *status = ev_ec_private_to_pkcs8(&key, bytes, sizeof bytes, &written, n & 16 ? &known : NULL); break;
                case 1: *status = ev_ec_private_to_sec1(&key, bytes, sizeof bytes, &written, n & 16 ? &known : NULL); break;
                default: *status = ev_ec_public_to_spki(&known, bytes, sizeof bytes, &written, (ev_point_form_t)(n >> 5));
            }
            return put_bytes(written);
        default: return -1;
    }
}

// DER as the number of the curve, and the scalar or the point.
static int read_key(unsigned kind, size_t length, int *status) {
    const uint8_t *const der = (const uint8_t *)in;
    ev_ec_private_t key = {0};
    ev_ec_public_t known = {0};
    size_t written = 0;
    switch (kind) {
        case 0: *status = ev_ec_private_from_pkcs8(&key, &ev_curves_all, der, length); break;
        case 1: *status = ev_ec_private_from_sec1(&key, &ev_curves_all, der, length); break;
        case 2: *status = ev_ec_public_from_spki(&known, &ev_curves_all, der, length); break;
        default: return -1;
    }
    if (*status) return 0;
    const ev_curve_t *const c = kind == 2 ? known.curve : key.curve;
    while (ev_curves_all.curves[bytes[0] = (uint8_t)written] != c) written++;
    if (kind == 2) *status = ev_ec_public_to_octets(&known, bytes + 1, sizeof bytes - 1, &written, EV_POINT_UNCOMPRESSED);
    else *status = ev_ec_private_to_octets(&key, bytes + 1, sizeof bytes - 1, &written);
    return put_bytes(1 + written);
}

// The first n octets are the label.
static int pem_op(int op, unsigned n, size_t length, int *status) {
    char label[64];
    size_t written = 0;
    if (n >= sizeof label || n > length) return -1;
    memcpy(label, in, n);
    label[n] = 0;
    const uint8_t *const rest = (const uint8_t *)in + n;
    if (op == 67) *status = ev_pem_decode(bytes, sizeof bytes, &written, label, (const char *)rest, length - n);
    else *status = ev_pem_encode((char *)bytes, sizeof bytes, &written, label, rest, length - n);
    return put_bytes(written);
}

static int run(int op, unsigned which, unsigned n, size_t length, int *status) {
    *status = 0;
    if (op < 32) {
        static int (*const fields[])(int, unsigned) = {field_163, field_233, field_239, field_283, field_409, field_571};
        static int (*const primes[])(int) = {prime_192, prime_224, prime_256, prime_384, prime_521, prime_25519};
        if (which < COUNT(fields)) return fields[which](op, n);
        which -= COUNT(fields);
        if (op == 7) return root(which, status);
        return which < COUNT(primes) ? primes[which](op) : -1;
    }
    if (op < 64) {
        if (which >= ev_curves_all.count) return -1;
        return (op < 48 ? words_op : key_op)(op, ev_curves_all.curves[which], n, length, status);
    }
    if (op == 66) return read_key(which, length, status);
    if (op == 67 || op == 68) return pem_op(op, n, length, status);
    if (op == 69) {  // private key, public key; without the second, the public key of the first
        const uint8_t *const key = (const uint8_t *)in;
        if (length == 32) *status = ev_x25519_public(key, 32, bytes, sizeof bytes);
        else *status = ev_x25519(key, 32, bytes, sizeof bytes, key + 32, length - 32);
        return *status ? 0 : put_bytes(32);
    }
    if (which >= COUNT(hashes)) return -1;
    if (op == 64) {
        *status = ev_hash_message(hashes[which], bytes, sizeof bytes, in, length);
        return put_bytes(hashes[which]->digest_bytes);
    }
    if (op == 65 && n <= length) {  // the first n octets are the key
        ev_hmac_t s;
        ev_hmac_start(&s, hashes[which], in, n);
        ev_hmac_update(&s, (const uint8_t *)in + n, length - n);
        *status = ev_hmac_finish(&s, bytes, hashes[which]->digest_bytes);
        return put_bytes(hashes[which]->digest_bytes);
    }
    return -1;
}

int main(int argc, char **argv) {
    FILE *from = argc == 3 ? fopen(argv[1], "rb") : 0, *to = argc == 3 ? fopen(argv[2], "wb") : 0;
    if (!from || !to) {
        puts("ecc_vectors: name a file of requests that can be read and a file for the answers.");
        return 1;
    }
    static char buffer[2][16384];
    setvbuf(from, buffer[0], _IOFBF, sizeof buffer[0]);
    setvbuf(to, buffer[1], _IOFBF, sizeof buffer[1]);
    uint8_t head[8];
    for (unsigned long number = 0; fread(head, 1, 8, from) == 8; number++) {
        const size_t length = head[4] | (size_t)head[5] << 8 | (size_t)head[6] << 16;
        int status = 0, n = -1;
        memset(in, 0, 4 * 64);
        if (length <= sizeof in && fread(in, 1, length, from) == length)
            n = run(head[0], head[1], head[2] | head[3] << 8, length, &status);
        if (n < 0) {
            printf("ecc_vectors: request %lu (operation %d) makes no sense.\n", number, head[0]);
            return 1;
        }
        const uint8_t answer[4] = {(uint8_t)status, 0, (uint8_t)n, (uint8_t)(n >> 8)};
        fwrite(answer, 1, 4, to);
        fwrite(out, 1, (size_t)n, to);
    }
    return fclose(to) ? 1 : 0;
}
