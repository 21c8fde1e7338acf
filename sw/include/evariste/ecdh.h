// SPDX-License-Identifier: Apache-2.0
// Elliptic-curve Diffie-Hellman (SP 800-56A rev. 3, 5.7.1.2).
//
// ```c
// #include <evariste/ecdh.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t one[EV_CURVE_RANDOM_BYTES_MAX] = {1}, two[EV_CURVE_RANDOM_BYTES_MAX] = {2};  // your generator's
//     const ev_curve_t *curve = &ev_curve_p256;
//     ev_ec_private_t a, b;
//     ev_ec_public_t of_a, of_b;
//     uint8_t here[EV_CURVE_FIELD_BYTES_MAX], there[EV_CURVE_FIELD_BYTES_MAX];
//     size_t length;
//     ev_ec_private_generate(&a, curve, one, ev_curve_random_bytes(curve));
//     ev_ec_private_generate(&b, curve, two, ev_curve_random_bytes(curve));
//     ev_ec_public_from_private(&of_a, &a);
//     ev_ec_public_from_private(&of_b, &b);
//     if (ev_ecdh(&a, here, sizeof here, &length, &of_b) != EV_OK) return 1;
//     if (ev_ecdh(&b, there, sizeof there, &length, &of_a) != EV_OK) return 2;
//     return memcmp(here, there, length) != 0;  // not a key yet: hash it, as your protocol says
// }
// ```
#ifndef EVARISTE_ECDH_H
#define EVARISTE_ECDH_H

#include <evariste/curve.h>

#ifdef __cplusplus
extern "C" {
#endif

// The x-coordinate of d Q, ev_curve_field_bytes(curve) bytes, for the private key d and the peer's public key Q. Time
// and addresses depend on the curve alone. EV_NULL, also for a key that has been cleared; EV_CURVE_MISMATCH: the keys are
// not on the same curve; EV_TOO_SMALL; EV_OVERLAP: `secret` overlaps a key.
ev_status_t ev_ecdh(const ev_ec_private_t *key, uint8_t *secret, size_t capacity, size_t *length,
                    const ev_ec_public_t *peer);

// The same with cofactor multiplication: the x-coordinate of h d Q. It differs from ev_ecdh. Use it if the protocol says
// so.
ev_status_t ev_ecdh_cofactor(const ev_ec_private_t *key, uint8_t *secret, size_t capacity, size_t *length,
                             const ev_ec_public_t *peer);

#ifdef __cplusplus
}
#endif

#endif
