// SPDX-License-Identifier: Apache-2.0
// GHASH, the hash of GCM over GF(2^128) (NIST SP 800-38D, 6.4). On its own it authenticates nothing.
//
// Inside, a block is a 128-bit number in four words. Word 3 is the first four bytes, big endian. Bit i of the number is
// the coefficient of x^(127-i).
#ifndef EVARISTE_GHASH_H
#define EVARISTE_GHASH_H

#include <stddef.h>
#include <stdint.h>

#include "ghash_schedule.h"

// The hash key H, prepared. Its layout belongs to the backend.
typedef struct {
    uint32_t h[GHASH_KEY_WORDS];
} ghash_key;

typedef struct {
    const ghash_key *key;
    uint32_t y[4];
    uint32_t last[4];    // the bytes of an unfinished block
    uint32_t fill;       // how many of them there are
} ghash;

void ghash_set_key(ghash_key *key, const void *h);    // the 16 bytes of H

void ghash_start(ghash *g, const ghash_key *key);
void ghash_update(ghash *g, const void *bytes, size_t length);    // any lengths, as often as wanted
void ghash_pad(ghash *g);                                         // zeros up to a whole block
void ghash_finish(ghash *g, void *out);                           // pads, and writes the 16 bytes

// For each block: y = (y + block) H. `in` is word aligned. The backend's kernel.
void ghash_blocks(const ghash_key *key, uint32_t y[4], const uint32_t *in, size_t blocks);

#endif
