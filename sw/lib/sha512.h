// SPDX-License-Identifier: Apache-2.0
// SHA-384 and SHA-512 (FIPS 180-4). Time depends only on the length. Use it like sha256.h.
#ifndef EVARISTE_SHA512_H
#define EVARISTE_SHA512_H

#include <stddef.h>
#include <stdint.h>

#define SHA384_OCTETS 48
#define SHA512_OCTETS 64

typedef struct {
    uint64_t h[8];
    uint64_t length;      // octets so far
    uint8_t block[128];
    uint8_t octets;       // of the digest
} sha512_state;

void sha384_start(sha512_state *s);
void sha512_start(sha512_state *s);
void sha512_update(sha512_state *s, const void *data, size_t length);
void sha512_finish(sha512_state *s, uint8_t *digest);  // 48 or 64 octets, according to the start function

#endif
