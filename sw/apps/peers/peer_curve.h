// SPDX-License-Identifier: Apache-2.0
// Elliptic curves of a peer. A file that includes this defines `measure`.
//
// In: a private key, the other side's public key, a digest, a signature, the message of the digest. Out: what the
// operation makes. All numbers are octets, most significant first. WHAT_public, WHAT_multiply, WHAT_ecdh, WHAT_sign or
// WHAT_verify says which operation, BYTES the size.
#ifndef EVARISTE_PEER_CURVE_H
#define EVARISTE_PEER_CURVE_H

enum { DIGEST = 32, MESSAGE = 8, IN_BYTES = 5 * BYTES + DIGEST + MESSAGE, OUT_BYTES = 2 * BYTES };

#include "peer.h"

static const uint8_t *const private_key = in, *const public_key = in + BYTES;                     // x, y
static const uint8_t *const digest = in + 3 * BYTES, *const signature = in + 3 * BYTES + DIGEST;  // r, s
__attribute__((unused)) static const uint8_t *const message = in + 5 * BYTES + DIGEST;

#endif
