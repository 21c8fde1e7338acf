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
    uint32_t h[EV_GHASH_KEY_WORDS];
} ev_ghash_key_t;

typedef struct {
    const ev_ghash_key_t *key;
    uint32_t y[4];
    uint32_t last[4];    // the bytes of an unfinished block
    uint32_t fill;       // how many of them there are
} ev_ghash_t;

void ev_ghash_set_key(ev_ghash_key_t *key, const void *h);    // the 16 bytes of H

void ev_ghash_start(ev_ghash_t *g, const ev_ghash_key_t *key);
void ev_ghash_update(ev_ghash_t *g, const void *bytes, size_t length);    // any lengths, as often as wanted
void ev_ghash_pad(ev_ghash_t *g);                                         // zeros up to a whole block
void ev_ghash_finish(ev_ghash_t *g, void *out);                           // pads, and writes the 16 bytes

// For each block: y = (y + block) H. `in` is word aligned. The backend's kernel.
void ev_ghash_blocks(const ev_ghash_key_t *key, uint32_t y[4], const uint32_t *in, size_t blocks);

#endif
