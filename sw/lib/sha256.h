// SPDX-License-Identifier: Apache-2.0
// SHA-224 and SHA-256 (FIPS 180-4). Time depends only on the length.
//
//     sha256_state s;
//     sha256_start(&s);  sha256_update(&s, data, length);  ...  sha256_finish(&s, digest);
#ifndef EVARISTE_SHA256_H
#define EVARISTE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA224_OCTETS 28
#define SHA256_OCTETS 32

typedef struct {
    uint32_t h[8];
    uint64_t length;      // octets so far
    uint8_t block[64];
    uint8_t octets;       // of the digest
} sha256_state;

void sha224_start(sha256_state *s);
void sha256_start(sha256_state *s);
void sha256_update(sha256_state *s, const void *data, size_t length);
void sha256_finish(sha256_state *s, uint8_t *digest);  // 28 or 32 octets, according to the start function

#endif
