// SPDX-License-Identifier: Apache-2.0
// CMAC, authentication without encryption (NIST SP 800-38B, RFC 4493).
//
//     aes_cmac_start(&mac, &key);
//     aes_cmac_update(&mac, message, length);    any lengths, as often as wanted
//     aes_cmac_finish(&mac, tag, 16);
#ifndef EVARISTE_AES_CMAC_H
#define EVARISTE_AES_CMAC_H

#include "aes.h"

typedef struct {
    const aes_key *key;
    uint32_t chain[4];
    uint32_t last[4];    // the bytes that may turn out to be the last block
    uint32_t fill;       // how many of them there are
} aes_cmac;

void aes_cmac_start(aes_cmac *mac, const aes_key *key);
void aes_cmac_update(aes_cmac *mac, const void *message, size_t length);

// The tag's first `length` bytes, 1 to 16.
aes_status aes_cmac_finish(aes_cmac *mac, void *tag, size_t length);

// AES_OK when `tag` is right, AES_BAD_TAG when not. Ends the computation as aes_cmac_finish does.
aes_status aes_cmac_verify(aes_cmac *mac, const void *tag, size_t length);

// A whole message at once.
aes_status aes_cmac_tag(const aes_key *key, const void *message, size_t length, void *tag, size_t tag_length);
aes_status aes_cmac_check(const aes_key *key, const void *message, size_t length, const void *tag, size_t tag_length);

#endif
