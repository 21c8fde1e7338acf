// SPDX-License-Identifier: Apache-2.0
// CFB, the cipher feedback mode (NIST SP 800-38A, 6.3), with segments of 128, 8 and 1 bits.
//
// ```c
// #include <evariste/aes_cfb.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t iv[EV_AES_BLOCK_BYTES] = "not predictable";
//     uint8_t text[22] = "twenty-one characters";
//     ev_aes_key_t key;
//     ev_aes_cfb_t cfb;
//     if (ev_aes_set_key(&key, "a key of 16 byte", 16) != EV_OK) return 1;
//     if (ev_aes_cfb_start(&cfb, &key, iv) != EV_OK) return 1;
//     if (ev_aes_cfb_encrypt(&cfb, text, text, 22) != EV_OK) return 1;        // any lengths, as often as wanted
//     if (ev_aes_cfb_start(&cfb, &key, iv) != EV_OK) return 1;
//     if (ev_aes_cfb_decrypt(&cfb, text, text, 22) != EV_OK) return 1;
//     ev_aes_cfb_clear(&cfb);
//     ev_aes_key_clear(&key);
//     return strcmp((const char *)text, "twenty-one characters");
// }
// ```
//
// The initialisation vector has 16 bytes and must be unpredictable. One context serves one segment size and one direction.
// CFB-8 costs a block encryption per byte, CFB-1 one per bit. CFB does not notice a changed message. aes.h says which
// overlaps are allowed and what NULL gives.
#ifndef EVARISTE_AES_CFB_H
#define EVARISTE_AES_CFB_H

#include <evariste/aes.h>

typedef struct {
    const ev_aes_key_t *key;
    uint32_t feedback[4];
    uint32_t used;    // bytes of the feedback block already used; 0 when the next byte needs an encryption
} ev_aes_cfb_t;

#ifdef __cplusplus
extern "C" {
#endif

ev_status_t ev_aes_cfb_start(ev_aes_cfb_t *cfb, const ev_aes_key_t *key, const void *iv);

ev_status_t ev_aes_cfb_encrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t length);
ev_status_t ev_aes_cfb_decrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t length);

ev_status_t ev_aes_cfb8_encrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t length);
ev_status_t ev_aes_cfb8_decrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t length);

// `bits` bits, the first in bit 7 of the first byte. The unused low bits of the last output byte become 0.
ev_status_t ev_aes_cfb1_encrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t bits);
ev_status_t ev_aes_cfb1_decrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t bits);

void ev_aes_cfb_clear(ev_aes_cfb_t *cfb);

#ifdef __cplusplus
}
#endif

#endif
