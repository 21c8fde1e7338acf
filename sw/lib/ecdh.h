// SPDX-License-Identifier: Apache-2.0
// Elliptic-curve Diffie-Hellman (SP 800-56A rev. 3, 5.7.1.2) over the curves of ec2.h.
#ifndef EVARISTE_ECDH_H
#define EVARISTE_ECDH_H

#include "ec2.h"

// The x-coordinate of d Q, c->octets octets, for a private d and the peer's encoded public key. Key and scalar are
// fully validated before the scalar is used. ec2_status says what was wrong.
ec2_status ecdh(const ec2_curve *c, uint8_t *secret, const uint32_t *d, const uint8_t *peer, size_t length);

// The same with cofactor multiplication: the x-coordinate of h d Q. Only keys of order n pass; for these it differs
// from ecdh. Use it if the protocol says so.
ec2_status ecdh_cofactor(const ec2_curve *c, uint8_t *secret, const uint32_t *d, const uint8_t *peer, size_t length);

#endif
