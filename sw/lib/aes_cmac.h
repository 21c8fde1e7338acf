// SPDX-License-Identifier: Apache-2.0
// CMAC, authentication without encryption (NIST SP 800-38B, RFC 4493).
//
//     ev_aes_cmac_start(&mac, &key);
//     ev_aes_cmac_update(&mac, message, length);    any lengths, as often as wanted
//     ev_aes_cmac_finish(&mac, tag, 16);
#ifndef EVARISTE_AES_CMAC_H
#define EVARISTE_AES_CMAC_H

#include "aes.h"

typedef struct {
    const ev_aes_key_t *key;
    uint32_t chain[4];
    uint32_t last[4];    // the bytes that may turn out to be the last block
    uint32_t fill;       // how many of them there are
} ev_aes_cmac_t;

void ev_aes_cmac_start(ev_aes_cmac_t *mac, const ev_aes_key_t *key);
void ev_aes_cmac_update(ev_aes_cmac_t *mac, const void *message, size_t length);

// The tag's first `length` bytes, 1 to 16.
ev_status_t ev_aes_cmac_finish(ev_aes_cmac_t *mac, void *tag, size_t length);

// EV_OK when `tag` is right, EV_BAD_TAG when not. Ends the computation as ev_aes_cmac_finish does.
ev_status_t ev_aes_cmac_verify(ev_aes_cmac_t *mac, const void *tag, size_t length);

// A whole message at once.
ev_status_t ev_aes_cmac_tag(const ev_aes_key_t *key, const void *message, size_t length, void *tag, size_t tag_length);
ev_status_t ev_aes_cmac_check(const ev_aes_key_t *key, const void *message, size_t length, const void *tag, size_t tag_length);

#endif
