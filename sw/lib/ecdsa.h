// SPDX-License-Identifier: Apache-2.0
// ECDSA (FIPS 186-4, 6) over the curves of ec2.h, with the nonces of RFC 6979.
//
// A signature is r then s, order_words words each. Signing runs in a time that depends on curve and hash only, and on how
// often RFC 6979 draws again: a draw of n or more is thrown away, every second one where n is just above a power of two (K- and
// B-163, K- and B-233, K-239, B-409, K-571). That tells of the discarded draws only. Verifying handles public values and is not constant in time.
#ifndef EVARISTE_ECDSA_H
#define EVARISTE_ECDSA_H

#include "ec2.h"
#include "hash.h"

typedef struct {
    uint32_t r[EC2_ORDER_WORDS_MAX], s[EC2_ORDER_WORDS_MAX];
} ecdsa_signature;

// Signs a digest (h says of which function; it also drives RFC 6979) with the private scalar d.
ec2_status ecdsa_sign(const ec2_curve *c, ecdsa_signature *sig, const hash_function *h, const uint8_t *digest, const uint32_t *d);

// The same with the caller's nonce k, 1 .. n-1: for test vectors. EC2_BAD_SIGNATURE when k leads to r = 0 or s = 0.
ec2_status ecdsa_sign_with_nonce(const ec2_curve *c, ecdsa_signature *sig, const uint8_t *digest, size_t length,
                                 const uint32_t *d, const uint32_t *k);

// EC2_OK when the signature is right; the public key is validated first.
ec2_status ecdsa_verify(const ec2_curve *c, const ecdsa_signature *sig, const uint8_t *digest, size_t length, const ec2_point *q);

// The nonce of RFC 6979, 3.2, after `skip` earlier ones were rejected.
void ecdsa_nonce(const ec2_curve *c, uint32_t *k, const hash_function *h, const uint8_t *digest, const uint32_t *d, unsigned skip);

#endif
