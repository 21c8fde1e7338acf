// SPDX-License-Identifier: Apache-2.0
// CMAC, authentication without encryption (NIST SP 800-38B, RFC 4493).
//
// ```c
// #include <evariste/aes_cmac.h>
//
// int main(void) {
//     uint8_t tag[EV_AES_BLOCK_BYTES];
//     ev_aes_key_t key;
//     ev_aes_cmac_t mac;
//     if (ev_aes_set_key(&key, "a key of 16 byte", 16) != EV_OK) return 1;
//     if (ev_aes_cmac_tag(&key, tag, sizeof tag, "a message", 9) != EV_OK) return 1;
//     if (ev_aes_cmac_start(&mac, &key) != EV_OK) return 1;
//     if (ev_aes_cmac_update(&mac, "a mess", 6) != EV_OK) return 1;           // any lengths, as often as wanted
//     if (ev_aes_cmac_update(&mac, "age", 3) != EV_OK) return 1;
//     ev_status_t status = ev_aes_cmac_verify(&mac, tag, sizeof tag);
//     ev_aes_key_clear(&key);
//     return status != EV_OK;
// }
// ```
//
// Tags have 1 to 16 bytes; a shorter one is the first bytes of the full one. SP 800-38B advises 8 at least. The standard
// sets no limit to a message's length. `tag` may overlap the message. aes.h says what NULL gives.
#ifndef EVARISTE_AES_CMAC_H
#define EVARISTE_AES_CMAC_H

#include <evariste/aes.h>

typedef struct {
    const ev_aes_key_t *key;
    uint32_t chain[4];
    uint32_t last[4];    // the bytes that may turn out to be the last block
    uint32_t fill;       // how many of them there are
} ev_aes_cmac_t;

#ifdef __cplusplus
extern "C" {
#endif

// A whole message at once. EV_BAD_TAG_LENGTH. ev_aes_cmac_check: EV_OK when the tag is right, EV_BAD_TAG when not. The
// time does not tell where it is wrong.
ev_status_t ev_aes_cmac_tag(const ev_aes_key_t *key, void *tag, size_t tag_bytes, const void *message, size_t length);
ev_status_t ev_aes_cmac_check(const ev_aes_key_t *key, const void *tag, size_t tag_bytes, const void *message,
                              size_t length);

// In pieces of any lengths. ev_aes_cmac_finish and ev_aes_cmac_verify clear the context, unless they return
// EV_BAD_TAG_LENGTH or EV_NULL.
ev_status_t ev_aes_cmac_start(ev_aes_cmac_t *mac, const ev_aes_key_t *key);
ev_status_t ev_aes_cmac_update(ev_aes_cmac_t *mac, const void *message, size_t length);
ev_status_t ev_aes_cmac_finish(ev_aes_cmac_t *mac, void *tag, size_t tag_bytes);
ev_status_t ev_aes_cmac_verify(ev_aes_cmac_t *mac, const void *tag, size_t tag_bytes);
void ev_aes_cmac_clear(ev_aes_cmac_t *mac);

#ifdef __cplusplus
}
#endif

#endif
