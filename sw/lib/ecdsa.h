// SPDX-License-Identifier: Apache-2.0
// ECDSA (FIPS 186-4, 6) over the curves of ec2.h, with the nonces of RFC 6979.
//
// A signature is r then s, order_words words each. The time of signing depends only on curve and hash, and on how often
// RFC 6979 draws again. It throws a draw of n or more away. If n is just above a power of two (K- and B-163, K- and
// B-233, K-239, B-409, K-571), this is every second draw. The time shows only the number of discarded draws. Verifying
// handles public values and is not constant time.
#ifndef EVARISTE_ECDSA_H
#define EVARISTE_ECDSA_H

#include "ec2.h"
#include "hash.h"

typedef struct {
    uint32_t r[EC2_ORDER_WORDS_MAX], s[EC2_ORDER_WORDS_MAX];
} ecdsa_signature;

// Signs a digest with the private scalar d. h is the hash function of the digest; RFC 6979 uses it too.
ec2_status ecdsa_sign(const ec2_curve *c, ecdsa_signature *sig, const hash_function *h, const uint8_t *digest, const uint32_t *d);

// The same with the caller's nonce k, 1 .. n-1, for test vectors. EC2_BAD_SIGNATURE if k leads to r = 0 or s = 0.
ec2_status ecdsa_sign_with_nonce(const ec2_curve *c, ecdsa_signature *sig, const uint8_t *digest, size_t length,
                                 const uint32_t *d, const uint32_t *k);

// EC2_OK if the signature is right. Validates the public key first.
ec2_status ecdsa_verify(const ec2_curve *c, const ecdsa_signature *sig, const uint8_t *digest, size_t length, const ec2_point *q);

// The nonce of RFC 6979, 3.2, after `skip` earlier ones were rejected.
void ecdsa_nonce(const ec2_curve *c, uint32_t *k, const hash_function *h, const uint8_t *digest, const uint32_t *d, unsigned skip);

#endif
