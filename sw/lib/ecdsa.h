// SPDX-License-Identifier: Apache-2.0
// ECDSA (FIPS 186-4, 6) over the curves of ec2.h, with the nonces of RFC 6979.
//
// A signature is r then s, order_words words each. The time of signing depends only on curve and hash, and on how often
// RFC 6979 draws again. It throws a draw of n or more away. If n is just above a power of two (K- and B-163, K- and
// B-233, K-239, B-409, K-571), this is every second draw. The time shows only the number of discarded draws. Verifying
// handles public values and is not constant time.
#ifndef EVARISTE_ECDSA_H
#define EVARISTE_ECDSA_H

#include <evariste/hmac.h>

#include "ec2.h"

typedef struct {
    uint32_t r[EC2_ORDER_WORDS_MAX], s[EC2_ORDER_WORDS_MAX];
} ev_ec2_signature_t;

// Signs a digest with the private scalar d. h is the hash function of the digest; RFC 6979 uses it too.
ev_ec2_status_t ev_ecdsa_sign(const ev_curve_t *c, ev_ec2_signature_t *sig, const ev_hash_t *h, const uint8_t *digest, const uint32_t *d);

// The same with the caller's nonce k, 1 .. n-1, for test vectors. EC2_BAD_SIGNATURE if k leads to r = 0 or s = 0.
ev_ec2_status_t ev_ecdsa_sign_with_nonce(const ev_curve_t *c, ev_ec2_signature_t *sig, const uint8_t *digest, size_t length,
                                 const uint32_t *d, const uint32_t *k);

// EC2_OK if the signature is right. Validates the public key first.
ev_ec2_status_t ev_ecdsa_verify(const ev_curve_t *c, const ev_ec2_signature_t *sig, const uint8_t *digest, size_t length, const ev_ec2_point_t *q);

// The nonce of RFC 6979, 3.2, after `skip` earlier ones were rejected.
void ev_ecdsa_nonce(const ev_curve_t *c, uint32_t *k, const ev_hash_t *h, const uint8_t *digest, const uint32_t *d, unsigned skip);

#endif
