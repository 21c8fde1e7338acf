// SPDX-License-Identifier: Apache-2.0
// GHASH, the hash of GCM over GF(2^128) (NIST SP 800-38D, 6.4). On its own it authenticates nothing.
//
// ```c
// #include <evariste/ghash.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t h[16] = {0x80}, block[16] = {1, 2, 3};    // multiplying by 0x80 00 ... is multiplying by 1
//     uint8_t out[16];
//     ev_ghash_key_t key;
//     ev_ghash_t hash;
//     if (ev_ghash_set_key(&key, h) != EV_OK) return 1;
//     if (ev_ghash_start(&hash, &key) != EV_OK) return 1;
//     if (ev_ghash_update(&hash, block, 3) != EV_OK) return 1;       // any lengths, as often as wanted
//     if (ev_ghash_finish(&hash, out) != EV_OK) return 1;
//     ev_ghash_key_clear(&key);
//     return memcmp(out, block, 16);
// }
// ```
//
// Inside, a block is a 128-bit number in four words. Word 3 is the first four bytes, big endian. Bit i of the number is
// the coefficient of x^(127-i). aes.h says what NULL gives.
#ifndef EVARISTE_GHASH_H
#define EVARISTE_GHASH_H

#include <evariste/status.h>

#include <evariste/backend/aes.h>

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

#ifdef __cplusplus
extern "C" {
#endif

ev_status_t ev_ghash_set_key(ev_ghash_key_t *key, const void *h);    // the 16 bytes of H
void ev_ghash_key_clear(ev_ghash_key_t *key);

ev_status_t ev_ghash_start(ev_ghash_t *hash, const ev_ghash_key_t *key);
ev_status_t ev_ghash_update(ev_ghash_t *hash, const void *bytes, size_t length);
ev_status_t ev_ghash_pad(ev_ghash_t *hash);                // zeros up to a whole block
ev_status_t ev_ghash_finish(ev_ghash_t *hash, void *out);    // pads, writes the 16 bytes, and clears the context
void ev_ghash_clear(ev_ghash_t *hash);

#ifdef __cplusplus
}
#endif

#endif
