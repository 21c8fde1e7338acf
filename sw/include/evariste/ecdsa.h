// SPDX-License-Identifier: Apache-2.0
// ECDSA (FIPS 186-5, 6) with the nonces of RFC 6979.
//
// ```c
// #include <evariste/ecdsa.h>
//
// int main(void) {
//     static const uint8_t random[EV_CURVE_RANDOM_BYTES_MAX] = {7};  // from your generator; never a constant
//     const ev_curve_t *curve = &ev_curve_p256;
//     ev_ec_private_t key;
//     ev_ec_public_t known;
//     uint8_t digest[EV_SHA256_BYTES], signature[EV_ECDSA_BYTES_MAX];
//     size_t length;
//     if (ev_ec_private_generate(&key, curve, random, ev_curve_random_bytes(curve)) != EV_OK) return 1;
//     if (ev_ec_public_from_private(&known, &key) != EV_OK) return 2;
//     if (ev_hash_message(&ev_hash_sha256, digest, sizeof digest, "a message", 9) != EV_OK) return 3;
//     if (ev_ecdsa_sign(&key, signature, sizeof signature, &length, digest, sizeof digest, &ev_hash_sha256, NULL, 0))
//         return 4;
//     ev_ec_private_clear(&key);
//     return ev_ecdsa_verify(&known, signature, length, digest, sizeof digest) != EV_OK;
// }
// ```
//
// A signature has two encodings. Raw: r then s, ev_curve_scalar_bytes(curve) octets each. DER: SEQUENCE { r INTEGER, s
// INTEGER } (RFC 3279, 2.2.3), read strictly: of each signature only one encoding is accepted.
//
// A digest has 1 to 64 bytes, from any hash function; if it is longer than the curve's order, its first bits count.
//
// The time of signing depends on curve, hash function and lengths, and on how often RFC 6979 draws again. It throws a draw
// of n or more away. If n is just above a power of two (K- and B-163, K- and B-233, K-239, B-409, K-571), this is every second
// draw. The time shows only the number of discarded draws. Verifying handles public values and is not constant time.
//
// Outputs may overlap a digest or a signature in any way, but not a key (EV_OVERLAP).
#ifndef EVARISTE_ECDSA_H
#define EVARISTE_ECDSA_H

#include <evariste/curve.h>
#include <evariste/hash.h>

#define EV_ECDSA_BYTES_MAX (2 * EV_CURVE_SCALAR_BYTES_MAX)                // of a raw signature
#define EV_ECDSA_DER_BYTES_MAX (3 + 2 * (3 + EV_CURVE_SCALAR_BYTES_MAX))  // of one in DER

#ifdef __cplusplus
extern "C" {
#endif

// Sizes in bytes: of a raw signature, and the most that one in DER has.
size_t ev_ecdsa_bytes(const ev_curve_t *curve);
size_t ev_ecdsa_der_bytes(const ev_curve_t *curve);

// Signs a digest. The nonce is made by RFC 6979, 3.2, with HMAC of nonce_hash; the RFC takes the hash function of the
// digest. Without `extra` (NULL, 0), the same digest has always the same signature. With it, the nonce depends on `extra` too (3.6):
// fresh random bytes protect against faults and side channels, and bad ones do no harm. EV_NULL, also for a key
// that has been cleared; EV_TOO_SMALL; EV_OVERLAP; EV_BAD_DIGEST: no bytes, or more than 64.
ev_status_t ev_ecdsa_sign(const ev_ec_private_t *key, uint8_t *signature, size_t capacity, size_t *length,
                          const uint8_t *digest, size_t digest_bytes, const ev_hash_t *nonce_hash,
                          const uint8_t *extra, size_t extra_bytes);

// The same in DER. `capacity` is enough for any signature, ev_ecdsa_der_bytes(curve), or EV_TOO_SMALL is returned.
ev_status_t ev_ecdsa_sign_der(const ev_ec_private_t *key, uint8_t *signature, size_t capacity, size_t *length,
                              const uint8_t *digest, size_t digest_bytes, const ev_hash_t *nonce_hash,
                              const uint8_t *extra, size_t extra_bytes);

// EV_OK if the signature is right. EV_NULL; EV_BAD_DIGEST; EV_BAD_LENGTH: not the length of a raw signature;
// EV_BAD_SIGNATURE: any other signature.
ev_status_t ev_ecdsa_verify(const ev_ec_public_t *key, const uint8_t *signature, size_t length, const uint8_t *digest,
                            size_t digest_bytes);

// The same for a signature in DER. EV_BAD_ENCODING: it is not DER; EV_BAD_SIGNATURE: any other signature, also one with
// numbers too large for the curve.
ev_status_t ev_ecdsa_verify_der(const ev_ec_public_t *key, const uint8_t *signature, size_t length,
                                const uint8_t *digest, size_t digest_bytes);

// From one encoding to the other, without a key. EV_NULL; EV_TOO_SMALL; EV_BAD_LENGTH (raw); EV_BAD_ENCODING (DER);
// EV_BAD_SIGNATURE: r or s is not 1 .. n-1.
ev_status_t ev_ecdsa_to_der(const ev_curve_t *curve, uint8_t *der, size_t capacity, size_t *length, const uint8_t *raw,
                            size_t raw_bytes);
ev_status_t ev_ecdsa_from_der(const ev_curve_t *curve, uint8_t *raw, size_t capacity, size_t *length,
                              const uint8_t *der, size_t der_bytes);

#ifdef __cplusplus
}
#endif

#endif
