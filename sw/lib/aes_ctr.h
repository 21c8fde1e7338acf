// SPDX-License-Identifier: Apache-2.0
// CTR, the counter mode (NIST SP 800-38A, 6.5), with a 128-bit counter as in OpenSSL.
//
//     ev_aes_ctr_start(&ctr, &key, first_counter_block);
//     ev_aes_ctr_crypt(&ctr, in, out, length);      any lengths, as often as wanted; decryption is the same
//
// Never use a counter block twice under one key. CTR does not notice a changed message.
#ifndef EVARISTE_AES_CTR_H
#define EVARISTE_AES_CTR_H

#include "aes.h"

typedef struct {
    const ev_aes_key_t *key;
    uint32_t counter[4];
    uint32_t keystream[4];
    uint32_t used;    // bytes of the keystream block already used; 16 when there is none
} ev_aes_ctr_t;

void ev_aes_ctr_start(ev_aes_ctr_t *ctr, const ev_aes_key_t *key, const void *counter);
void ev_aes_ctr_crypt(ev_aes_ctr_t *ctr, const void *in, void *out, size_t length);

// A whole message at once.
void ev_aes_ctr_crypt_message(const ev_aes_key_t *key, const void *counter, const void *in, void *out, size_t length);

// The same with a 32-bit counter that wraps without a carry, for GCM.
void ev_aes_ctr32_crypt(ev_aes_ctr_t *ctr, const void *in, void *out, size_t length);

#endif
