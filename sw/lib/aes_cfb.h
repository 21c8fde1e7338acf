// SPDX-License-Identifier: Apache-2.0
// CFB, the cipher feedback mode (NIST SP 800-38A, 6.3), with segments of 128, 8 and 1 bits.
//
//     ev_aes_cfb_start(&cfb, &key, iv);
//     ev_aes_cfb_encrypt(&cfb, in, out, length);    any lengths, as often as wanted
//
// One context serves one segment size and one direction. CFB-8 costs a block encryption per byte, CFB-1 one per bit.
#ifndef EVARISTE_AES_CFB_H
#define EVARISTE_AES_CFB_H

#include "aes.h"

typedef struct {
    const ev_aes_key_t *key;
    uint32_t feedback[4];
    uint32_t used;    // bytes of the feedback block already used; 0 when the next byte needs an encryption
} ev_aes_cfb_t;

void ev_aes_cfb_start(ev_aes_cfb_t *cfb, const ev_aes_key_t *key, const void *iv);

void ev_aes_cfb_encrypt(ev_aes_cfb_t *cfb, const void *in, void *out, size_t length);
void ev_aes_cfb_decrypt(ev_aes_cfb_t *cfb, const void *in, void *out, size_t length);

void ev_aes_cfb8_encrypt(ev_aes_cfb_t *cfb, const void *in, void *out, size_t length);
void ev_aes_cfb8_decrypt(ev_aes_cfb_t *cfb, const void *in, void *out, size_t length);

// `bits` bits, the first in bit 7 of the first byte. The unused low bits of the last output byte become 0.
void ev_aes_cfb1_encrypt(ev_aes_cfb_t *cfb, const void *in, void *out, size_t bits);
void ev_aes_cfb1_decrypt(ev_aes_cfb_t *cfb, const void *in, void *out, size_t bits);

#endif
