// SPDX-License-Identifier: Apache-2.0
// HMAC, authentication by a hash function (FIPS 198-1, RFC 2104). Time depends only on lengths.
//
// ```c
// #include <evariste/hmac.h>
//
// int main(void) {
//     uint8_t tag[EV_SHA256_BYTES];
//     if (ev_hmac_tag(&ev_hash_sha256, "key", 3, tag, sizeof tag, "a message", 9) != EV_OK) return 1;
//     return ev_hmac_check(&ev_hash_sha256, "key", 3, tag, sizeof tag, "a message", 9) != EV_OK;
// }
// ```
//
// Keys have any length. Tags have 4 bytes (SP 800-107, 5.3.3) up to the digest's length; a shorter one is the first bytes
// of the full one.
#ifndef EVARISTE_HMAC_H
#define EVARISTE_HMAC_H

#include <evariste/hash.h>

#define EV_HMAC_TAG_BYTES_MIN 4

// Holds what the key became. May be copied, so that one start serves many messages; clear every copy.
typedef struct {
    ev_hash_context_t inner, outer;
} ev_hmac_t;

#ifdef __cplusplus
extern "C" {
#endif

// A whole message at once. `tag` may overlap the message in any way. EV_BAD_TAG_LENGTH, EV_NULL, EV_BAD_LENGTH: nothing
// changes.
ev_status_t ev_hmac_tag(const ev_hash_t *function, const void *key, size_t key_bytes, void *tag, size_t tag_bytes,
                        const void *message, size_t length);

// EV_OK when the tag is right, EV_BAD_TAG when not. The time does not tell where it is wrong.
ev_status_t ev_hmac_check(const ev_hash_t *function, const void *key, size_t key_bytes, const void *tag,
                          size_t tag_bytes, const void *message, size_t length);

// In pieces of any lengths. EV_BAD_ORDER for a context that has not been started, or is finished or cleared. EV_BAD_LENGTH
// as in sha256.h and sha512.h, where the key counts as one block of the message.
ev_status_t ev_hmac_start(ev_hmac_t *mac, const ev_hash_t *function, const void *key, size_t key_bytes);
ev_status_t ev_hmac_update(ev_hmac_t *mac, const void *message, size_t length);

// Both clear the context, unless they return EV_BAD_TAG_LENGTH or EV_NULL: then nothing changes.
ev_status_t ev_hmac_finish(ev_hmac_t *mac, void *tag, size_t tag_bytes);
ev_status_t ev_hmac_verify(ev_hmac_t *mac, const void *tag, size_t tag_bytes);

void ev_hmac_clear(ev_hmac_t *mac);

#ifdef __cplusplus
}
#endif

#endif
