// SPDX-License-Identifier: Apache-2.0
// SHA-224 and SHA-256 (FIPS 180-4). Time depends only on the length.
//
// ```c
// #include <evariste/sha256.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t right[4] = {0xba, 0x78, 0x16, 0xbf};
//     uint8_t digest[EV_SHA256_BYTES];
//     ev_sha256_t sha;
//     ev_sha256_start(&sha);
//     if (ev_sha256_update(&sha, "ab", 2) != EV_OK) return 1;     // any lengths, as often as wanted
//     if (ev_sha256_update(&sha, "c", 1) != EV_OK) return 1;
//     if (ev_sha256_finish(&sha, digest, sizeof digest) != EV_OK) return 1;
//     return memcmp(digest, right, sizeof right);
// }
// ```
//
// hash.h has these functions behind one interface with SHA-384 and SHA-512, and hashes a message with one call.
#ifndef EVARISTE_SHA256_H
#define EVARISTE_SHA256_H

#include <evariste/status.h>

#define EV_SHA224_BYTES 28
#define EV_SHA256_BYTES 32
#define EV_SHA256_BLOCK_BYTES 64

// May be copied: a copy continues from the same place.
typedef struct {
    uint32_t h[8];
    uint64_t length;       // bytes so far
    uint32_t block[EV_SHA256_BLOCK_BYTES / 4];
    uint8_t digest_bytes;  // 0: not started
} ev_sha256_t;

#ifdef __cplusplus
extern "C" {
#endif

void ev_sha224_start(ev_sha256_t *sha);
void ev_sha256_start(ev_sha256_t *sha);

// EV_BAD_LENGTH, and nothing is added, if the message would be longer than the standard's 2^64 - 1 bits. EV_NULL for
// data NULL. EV_BAD_ORDER after ev_sha256_finish or ev_sha256_clear.
ev_status_t ev_sha256_update(ev_sha256_t *sha, const void *data, size_t length);

// Writes 28 or 32 bytes, according to the start function, and clears the context. On EV_TOO_SMALL, EV_NULL and
// EV_BAD_ORDER nothing changes.
ev_status_t ev_sha256_finish(ev_sha256_t *sha, void *digest, size_t capacity);

void ev_sha256_clear(ev_sha256_t *sha);

#ifdef __cplusplus
}
#endif

#endif
