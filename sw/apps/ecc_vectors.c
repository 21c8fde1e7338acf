// SPDX-License-Identifier: Apache-2.0
// Runs requests from a file through the field, curve, hash and signature functions. The tests feed it with vectors.
//
//     ecc_vectors REQUESTS ANSWERS
//
// A request is op, which (field or curve), argument (2 octets), payload length (4), payload; an answer is a status octet,
// 0, length (2), data; all little-endian. Field elements and scalars are words, points x then y, in as many words as the field
// or curve has. Ends with status 1 and a sentence when a file cannot be used or a request makes no sense.
#include <stdio.h>
#include <string.h>

#include "ecdh.h"
#include "ecdsa.h"
#include "ec2_scalar.h"
#include "gf2m_kernels.h"

static const ev_curve_t *const curves[] = {&ev_curve_k163, &ev_curve_b163, &ev_curve_k233, &ev_curve_b233, &ev_curve_k239, &ev_curve_k283,
                                          &ev_curve_b283, &ev_curve_k409, &ev_curve_b409, &ev_curve_k571, &ev_curve_b571};
static const ev_hash_t *const hashes[] = {&ev_hash_sha224, &ev_hash_sha256, &ev_hash_sha384, &ev_hash_sha512};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static uint32_t in[1100], out[80];
static uint8_t bytes[320];

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
            default: return -1;                                                                                    \
        }                                                                                                          \
    }
FIELD(163, 6)
FIELD(233, 8)
FIELD(239, 8)
FIELD(283, 9)
FIELD(409, 13)
FIELD(571, 18)

static void get_point(const ev_curve_t *c, ev_ec2_point_t *p, const uint32_t *from) {
    memset(p, 0, sizeof *p);
    memcpy(p->x, from, 4u * c->words);
    memcpy(p->y, from + c->words, 4u * c->words);
}

static int put_point(const ev_curve_t *c, const ev_ec2_point_t *p) {
    memcpy(out, p->x, 4u * c->words);
    memcpy(out + c->words, p->y, 4u * c->words);
    return 8 * c->words;
}

static int put_bytes(size_t n) {
    memcpy(out, bytes, n);
    return (int)n;
}

static int curve_op(int op, const ev_curve_t *c, unsigned n, size_t length, int *status) {
    const uint8_t *octets = (const uint8_t *)in;
    const uint32_t *second = in + c->order_words;
    ev_ec2_point_t p, q;
    ev_ec2_signature_t sig;
    uint32_t k[EC2_ORDER_WORDS_MAX];
    memset(&q, 0, sizeof q);
    switch (op) {
        case 32: *status = ev_ec2_decode(c, &p, octets, length); return *status ? 0 : put_point(c, &p);
        case 33: get_point(c, &p, in); return put_bytes(ev_ec2_encode(c, bytes, &p, (int)n));
        case 34: get_point(c, &p, in); *status = ev_ec2_check_public(c, &p); return 0;
        case 35: *status = ev_ec2_check_scalar(c, in); return 0;
        case 36: get_point(c, &p, second); *status = ev_ec2_mul(c, &q, in, &p); return put_point(c, &q);
        case 37: *status = ev_ec2_mul_base(c, &q, in); return put_point(c, &q);
        case 38: get_point(c, &p, second); *status = ev_ec2_mul_vartime(c, &q, in, &p); return put_point(c, &q);
        case 39:
            get_point(c, &p, second + c->order_words);
            *status = ev_ec2_mul2_vartime(c, &q, in, second, &p);
            return put_point(c, &q);
        case 40:
            *status = ev_ec2_keygen(c, k, &p, octets);
            put_point(c, &p);
            memcpy(out + 2 * c->words, k, 4u * c->order_words);
            return 8 * c->words + 4 * c->order_words;
        case 41: *status = ev_ecdh(c, bytes, in, (const uint8_t *)second, length - 4u * c->order_words); return *status ? 0 : put_bytes(c->octets);
        case 42: *status = ev_ecdh_cofactor(c, bytes, in, (const uint8_t *)second, length - 4u * c->order_words); return *status ? 0 : put_bytes(c->octets);
        case 43: *status = ev_ecdsa_sign(c, &sig, hashes[n], (const uint8_t *)second, in); break;
        case 44: *status = ev_ecdsa_sign_with_nonce(c, &sig, (const uint8_t *)(second + c->order_words), length - 8u * c->order_words, in, second); break;
        case 45:
            memcpy(sig.r, in, 4u * c->order_words);
            memcpy(sig.s, second, 4u * c->order_words);
            get_point(c, &p, second + c->order_words);
            *status = ev_ecdsa_verify(c, &sig, (const uint8_t *)(second + c->order_words + 2 * c->words), length - 8u * c->order_words - 8u * c->words, &p);
            return 0;
        case 46: ev_ecdsa_nonce(c, out, hashes[n], (const uint8_t *)second, in, 0); return 4 * c->order_words;
        case 47: ev_ec2_scalar_mul(c, out, in, second); return 4 * c->order_words;
        case 48: ev_ec2_scalar_inverse(c, out, in); return 4 * c->order_words;
        case 49: ev_ec2_scalar_add(c, out, in, second); return 4 * c->order_words;
        case 50: ev_ec2_scalar_from_random(c, out, octets, length); return 4 * c->order_words;
        case 51: ev_ec2_scalar_from_digest(c, out, octets, length); return 4 * c->order_words;
        case 52: *status = ev_ec2_public(c, &p, in); return *status ? 0 : put_point(c, &p);
        default: return -1;
    }
    memcpy(out, sig.r, 4u * c->order_words);
    memcpy(out + c->order_words, sig.s, 4u * c->order_words);
    return *status ? 0 : 8 * c->order_words;
}

static int run(int op, unsigned which, unsigned n, size_t length, int *status) {
    *status = 0;
    if (op < 32) {
        static int (*const fields[])(int, unsigned) = {field_163, field_233, field_239, field_283, field_409, field_571};
        return which < COUNT(fields) ? fields[which](op, n) : -1;
    }
    if (op < 64) {
        if (which >= COUNT(curves) || ((op == 43 || op == 46) && n >= COUNT(hashes))) return -1;
        return curve_op(op, curves[which], n, length, status);
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
