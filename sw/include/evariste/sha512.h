// SPDX-License-Identifier: Apache-2.0
// SHA-384 and SHA-512 (FIPS 180-4). Time depends only on the length.
//
// ```c
// #include <evariste/sha512.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t right[4] = {0xdd, 0xaf, 0x35, 0xa1};
//     uint8_t digest[EV_SHA512_BYTES];
//     ev_sha512_t sha;
//     ev_sha512_start(&sha);
//     if (ev_sha512_update(&sha, "ab", 2) != EV_OK) return 1;     // any lengths, as often as wanted
//     if (ev_sha512_update(&sha, "c", 1) != EV_OK) return 1;
//     if (ev_sha512_finish(&sha, digest, sizeof digest) != EV_OK) return 1;
//     return memcmp(digest, right, sizeof right);
// }
// ```
//
// hash.h has these functions behind one interface with SHA-224 and SHA-256, and hashes a message with one call.
#ifndef EVARISTE_SHA512_H
#define EVARISTE_SHA512_H

#include <evariste/status.h>

#define EV_SHA384_BYTES 48
#define EV_SHA512_BYTES 64
#define EV_SHA512_BLOCK_BYTES 128

// May be copied: a copy continues from the same place.
typedef struct {
    uint64_t h[8];
    uint64_t length;       // bytes so far
    uint32_t block[EV_SHA512_BLOCK_BYTES / 4];
    uint8_t digest_bytes;  // 0: not started
} ev_sha512_t;

#ifdef __cplusplus
extern "C" {
#endif

void ev_sha384_start(ev_sha512_t *sha);
void ev_sha512_start(ev_sha512_t *sha);

// EV_BAD_LENGTH, and nothing is added, if the message would be longer than 2^64 - 1 bytes (the standard allows
// 2^128 - 1 bits). EV_NULL for data NULL. EV_BAD_ORDER after ev_sha512_finish or ev_sha512_clear.
ev_status_t ev_sha512_update(ev_sha512_t *sha, const void *data, size_t length);

// Writes 48 or 64 bytes, according to the start function, and clears the context. On EV_TOO_SMALL, EV_NULL and
// EV_BAD_ORDER nothing changes.
ev_status_t ev_sha512_finish(ev_sha512_t *sha, void *digest, size_t capacity);

void ev_sha512_clear(ev_sha512_t *sha);

#ifdef __cplusplus
}
#endif

#endif
