// SPDX-License-Identifier: Apache-2.0
// CTR, the counter mode (NIST SP 800-38A, 6.5), with a 128-bit counter as in OpenSSL.
//
// ```c
// #include <evariste/aes_ctr.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t counter[EV_AES_BLOCK_BYTES] = {1};
//     uint8_t text[22] = "twenty-one characters";
//     ev_aes_key_t key;
//     ev_aes_ctr_t ctr;
//     if (ev_aes_set_key(&key, "a key of 16 byte", 16) != EV_OK) return 1;
//     if (ev_aes_ctr_start(&ctr, &key, counter) != EV_OK) return 1;
//     if (ev_aes_ctr_crypt(&ctr, text, text, 5) != EV_OK) return 1;           // any lengths, as often as wanted
//     if (ev_aes_ctr_crypt(&ctr, text + 5, text + 5, 17) != EV_OK) return 1;
//     ev_aes_ctr_clear(&ctr);
//     if (ev_aes_ctr_crypt_message(&key, text, counter, text, 22) != EV_OK) return 1;    // decryption is the same
//     ev_aes_key_clear(&key);
//     return strcmp((const char *)text, "twenty-one characters");
// }
// ```
//
// The first counter block has 16 bytes and counts up as one big-endian number, modulo 2^128. Never use a counter block
// twice under one key. CTR does not notice a changed message. aes.h says which overlaps are allowed and what NULL gives.
#ifndef EVARISTE_AES_CTR_H
#define EVARISTE_AES_CTR_H

#include <evariste/aes.h>

typedef struct {
    const ev_aes_key_t *key;
    uint32_t counter[4];
    uint32_t keystream[4];
    uint32_t used;    // bytes of the keystream block already used; 16 when there is none
} ev_aes_ctr_t;

#ifdef __cplusplus
extern "C" {
#endif

// A whole message at once.
ev_status_t ev_aes_ctr_crypt_message(const ev_aes_key_t *key, void *out, const void *counter, const void *in,
                                     size_t length);

// In pieces of any lengths.
ev_status_t ev_aes_ctr_start(ev_aes_ctr_t *ctr, const ev_aes_key_t *key, const void *counter);
ev_status_t ev_aes_ctr_crypt(ev_aes_ctr_t *ctr, void *out, const void *in, size_t length);
void ev_aes_ctr_clear(ev_aes_ctr_t *ctr);

#ifdef __cplusplus
}
#endif

#endif
