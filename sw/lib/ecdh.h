// SPDX-License-Identifier: Apache-2.0
// Elliptic-curve Diffie-Hellman (SP 800-56A rev. 3, 5.7.1.2) over the curves of ec2.h.
#ifndef EVARISTE_ECDH_H
#define EVARISTE_ECDH_H

#include "ec2.h"

// The x-coordinate of d Q, c->octets octets, for a private d and the peer's encoded public key. Key and scalar are
// fully validated before the scalar is used. ev_ec2_status_t says what was wrong.
ev_ec2_status_t ev_ecdh(const ev_curve_t *c, uint8_t *secret, const uint32_t *d, const uint8_t *peer, size_t length);

// The same with cofactor multiplication: the x-coordinate of h d Q. Only keys of order n pass; for these it differs
// from ecdh. Use it if the protocol says so.
ev_ec2_status_t ev_ecdh_cofactor(const ev_curve_t *c, uint8_t *secret, const uint32_t *d, const uint8_t *peer, size_t length);

#endif
