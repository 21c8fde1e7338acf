// SPDX-License-Identifier: Apache-2.0
// ECDSA on words: what evariste/ecdsa.h is made of, and the entrance for test vectors that give the nonce. Not for programs.
// The functions leave secrets on the stack, which the public functions clear.
#ifndef EVARISTE_ECDSA_WORDS_H
#define EVARISTE_ECDSA_WORDS_H

#include <evariste/ecdsa.h>

#include "ec.h"

typedef struct {
    uint32_t r[EV_CURVE_WORDS_MAX], s[EV_CURVE_WORDS_MAX];
} ev_ec_signature_t;

// The signature of a digest under the private scalar d with the nonce k, 1 .. n-1. EV_BAD_SIGNATURE if k leads to r = 0 or
// s = 0.
ev_status_t ev_ec_sign(const ev_curve_t *c, ev_ec_signature_t *sig, const uint8_t *digest, size_t digest_bytes,
                        const uint32_t *d, const uint32_t *k);

// What a nonce is made of.
typedef struct {
    const uint32_t *d;
    const uint8_t *digest, *extra;
    size_t digest_bytes, extra_bytes;
    const ev_hash_t *hash;
} ev_ec_seed_t;

// The nonce of RFC 6979, 3.2, with the additional data of 3.6, after `skip` earlier ones were rejected.
void ev_ec_nonce(const ev_curve_t *c, uint32_t *k, const ev_ec_seed_t *seed, unsigned skip);

// EV_OK if the signature is right; p is a validated public key.
ev_status_t ev_ec_verify_vartime(const ev_curve_t *c, const ev_ec_signature_t *sig, const uint8_t *digest,
                                  size_t digest_bytes, const ev_ec_point_t *p);

#endif
