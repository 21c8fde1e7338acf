// SPDX-License-Identifier: Apache-2.0
// OFB, the output feedback mode (NIST SP 800-38A, 6.4): a keystream. Decryption is the same as encryption.
//
// Never use an initialisation vector twice under one key. OFB does not notice a changed message.
#ifndef EVARISTE_AES_OFB_H
#define EVARISTE_AES_OFB_H

#include "aes.h"

typedef struct {
    const ev_aes_key_t *key;
    uint32_t keystream[4];
    uint32_t used;    // bytes of the keystream block already used; 16 when the next byte needs an encryption
} ev_aes_ofb_t;

void ev_aes_ofb_start(ev_aes_ofb_t *ofb, const ev_aes_key_t *key, const void *iv);
void ev_aes_ofb_crypt(ev_aes_ofb_t *ofb, const void *in, void *out, size_t length);    // any lengths, as often as wanted

#endif
