// SPDX-License-Identifier: Apache-2.0
// X25519: Diffie-Hellman on Curve25519 (RFC 7748).
//
// ```c
// #include <evariste/x25519.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t a[EV_X25519_BYTES] = {1}, b[EV_X25519_BYTES] = {2};  // from your generator; never constants
//     uint8_t of_a[EV_X25519_BYTES], of_b[EV_X25519_BYTES], here[EV_X25519_BYTES], there[EV_X25519_BYTES];
//     if (ev_x25519_public(a, sizeof a, of_a, sizeof of_a) != EV_OK) return 1;
//     if (ev_x25519_public(b, sizeof b, of_b, sizeof of_b) != EV_OK) return 2;
//     if (ev_x25519(a, sizeof a, here, sizeof here, of_b, sizeof of_b) != EV_OK) return 3;
//     if (ev_x25519(b, sizeof b, there, sizeof there, of_a, sizeof of_a) != EV_OK) return 4;
//     return memcmp(here, there, sizeof here) != 0;  // not a key yet: hash it, as your protocol says
// }
// ```
//
// A private key is any 32 random bytes; a public key is the little-endian u-coordinate of a point. Both are used as RFC 7748
// says: some bits of a private key are set or cleared, the top bit of a public key is ignored, and it may be 2^255 - 19 or
// more. Time and addresses never depend on the private key. Clear private keys and secrets after use (evariste/wipe.h).
//
// Octets may overlap in any way.
#ifndef EVARISTE_X25519_H
#define EVARISTE_X25519_H

#include <evariste/status.h>

#define EV_X25519_BYTES 32  // of a private key, of a public key, and of a secret

#ifdef __cplusplus
extern "C" {
#endif

// The public key of a private key. EV_NULL; EV_BAD_LENGTH: the private key does not have 32 bytes; EV_TOO_SMALL.
ev_status_t ev_x25519_public(const uint8_t *key, size_t key_bytes, uint8_t *public_key, size_t capacity);

// The secret that the owners of both keys agree on. EV_NULL; EV_BAD_LENGTH: a key does not have 32 bytes; EV_TOO_SMALL;
// EV_SMALL_ORDER: the peer's point would make a secret of zeros with any private key. It is refused before the private
// key is used.
ev_status_t ev_x25519(const uint8_t *key, size_t key_bytes, uint8_t *secret, size_t capacity, const uint8_t *peer,
                      size_t peer_bytes);

#ifdef __cplusplus
}
#endif

#endif
