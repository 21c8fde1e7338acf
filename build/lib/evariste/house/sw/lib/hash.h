// SPDX-License-Identifier: Apache-2.0
// The hash functions of FIPS 180-4 behind one interface, and HMAC (FIPS 198-1) over any of them.
#ifndef EVARISTE_HASH_H
#define EVARISTE_HASH_H

#include "sha256.h"
#include "sha512.h"

#define HASH_OCTETS_MAX 64
#define HASH_BLOCK_MAX 128

typedef union {
    sha256_state narrow;
    sha512_state wide;
} hash_state;

typedef struct {
    void (*start)(hash_state *s);
    void (*update)(hash_state *s, const void *data, size_t length);
    void (*finish)(hash_state *s, uint8_t *digest);
    uint16_t bits;
    uint8_t octets, block;  // of the digest, of the compression function
} hash_function;

extern const hash_function hash_sha224, hash_sha256, hash_sha384, hash_sha512;

void hash_once(const hash_function *h, uint8_t *digest, const void *data, size_t length);

typedef struct {
    const hash_function *h;
    hash_state inner, outer;
} hmac_state;

void hmac_start(hmac_state *s, const hash_function *h, const void *key, size_t length);
void hmac_update(hmac_state *s, const void *data, size_t length);
void hmac_finish(hmac_state *s, uint8_t *tag);

#endif
