// SPDX-License-Identifier: Apache-2.0
// OFB, the output feedback mode (NIST SP 800-38A, 6.4): a keystream. Decryption is the same as encryption.
//
// Never use an initialisation vector twice under one key. OFB does not notice a changed message.
#ifndef EVARISTE_AES_OFB_H
#define EVARISTE_AES_OFB_H

#include "aes.h"

typedef struct {
    const aes_key *key;
    uint32_t keystream[4];
    uint32_t used;    // bytes of the keystream block already used; 16 when the next byte needs an encryption
} aes_ofb;

void aes_ofb_start(aes_ofb *ofb, const aes_key *key, const void *iv);
void aes_ofb_crypt(aes_ofb *ofb, const void *in, void *out, size_t length);    // any lengths, as often as wanted

#endif
