// SPDX-License-Identifier: Apache-2.0
// The hash functions of FIPS 180-4 behind one interface. Time depends only on the length.
//
// ```c
// #include <evariste/hash.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t right[4] = {0xba, 0x78, 0x16, 0xbf};
//     const ev_hash_t *function = &ev_hash_sha256;        // or _sha224, _sha384, _sha512
//     uint8_t digest[EV_HASH_BYTES_MAX];
//     if (ev_hash_message(function, digest, sizeof digest, "abc", 3) != EV_OK) return 1;
//     return memcmp(digest, right, sizeof right);         // function->digest_bytes are valid
// }
// ```
#ifndef EVARISTE_HASH_H
#define EVARISTE_HASH_H

#include <evariste/sha256.h>
#include <evariste/sha512.h>

#define EV_HASH_BYTES_MAX EV_SHA512_BYTES
#define EV_HASH_BLOCK_BYTES_MAX EV_SHA512_BLOCK_BYTES

typedef union {
    ev_sha256_t narrow;
    ev_sha512_t wide;
} ev_hash_state_t;

// A hash function.
typedef struct {
    void (*start)(ev_hash_state_t *state);
    ev_status_t (*update)(ev_hash_state_t *state, const void *data, size_t length);
    ev_status_t (*finish)(ev_hash_state_t *state, void *digest, size_t capacity);
    uint16_t bits;
    uint8_t digest_bytes, block_bytes;
} ev_hash_t;

// A message being hashed. May be copied: a copy continues from the same place.
typedef struct {
    const ev_hash_t *function;
    ev_hash_state_t state;
} ev_hash_context_t;

#ifdef __cplusplus
extern "C" {
#endif

extern const ev_hash_t ev_hash_sha224, ev_hash_sha256, ev_hash_sha384, ev_hash_sha512;

// A whole message at once: writes function->digest_bytes bytes. `digest` may overlap the message in any way. EV_NULL,
// or EV_TOO_SMALL if `capacity` is less than the digest, and nothing changes.
ev_status_t ev_hash_message(const ev_hash_t *function, void *digest, size_t capacity, const void *data, size_t length);

// In pieces. The statuses are those of sha256.h and sha512.h; EV_NULL also for `function`.
ev_status_t ev_hash_start(ev_hash_context_t *hash, const ev_hash_t *function);
ev_status_t ev_hash_update(ev_hash_context_t *hash, const void *data, size_t length);
ev_status_t ev_hash_finish(ev_hash_context_t *hash, void *digest, size_t capacity);
void ev_hash_clear(ev_hash_context_t *hash);

#ifdef __cplusplus
}
#endif

#endif
