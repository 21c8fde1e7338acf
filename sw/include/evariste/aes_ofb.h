// SPDX-License-Identifier: Apache-2.0
// OFB, the output feedback mode (NIST SP 800-38A, 6.4): a keystream. Decryption is the same as encryption.
//
// ```c
// #include <evariste/aes_ofb.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t iv[EV_AES_BLOCK_BYTES] = "used only once";
//     uint8_t text[22] = "twenty-one characters";
//     ev_aes_key_t key;
//     ev_aes_ofb_t ofb;
//     if (ev_aes_set_key(&key, "a key of 16 byte", 16) != EV_OK) return 1;
//     for (int pass = 0; pass < 2; pass++) {
//         if (ev_aes_ofb_start(&ofb, &key, iv) != EV_OK) return 1;
//         if (ev_aes_ofb_crypt(&ofb, text, text, 22) != EV_OK) return 1;      // any lengths, as often as wanted
//     }
//     ev_aes_ofb_clear(&ofb);
//     ev_aes_key_clear(&key);
//     return strcmp((const char *)text, "twenty-one characters");
// }
// ```
//
// The initialisation vector has 16 bytes. Never use one twice under one key. OFB does not notice a changed message. aes.h
// says which overlaps are allowed and what NULL gives.
#ifndef EVARISTE_AES_OFB_H
#define EVARISTE_AES_OFB_H

#include <evariste/aes.h>

typedef struct {
    const ev_aes_key_t *key;
    uint32_t keystream[4];
    uint32_t used;    // bytes of the keystream block already used; 16 when the next byte needs an encryption
} ev_aes_ofb_t;

#ifdef __cplusplus
extern "C" {
#endif

ev_status_t ev_aes_ofb_start(ev_aes_ofb_t *ofb, const ev_aes_key_t *key, const void *iv);
ev_status_t ev_aes_ofb_crypt(ev_aes_ofb_t *ofb, void *out, const void *in, size_t length);
void ev_aes_ofb_clear(ev_aes_ofb_t *ofb);

#ifdef __cplusplus
}
#endif

#endif
