// SPDX-License-Identifier: Apache-2.0
// ECB, the electronic codebook mode (NIST SP 800-38A, 6.1): each block is encrypted independently.
//
// ```c
// #include <evariste/aes_ecb.h>
// #include <string.h>
//
// int main(void) {
//     uint8_t text[32] = "two blocks of sixteen bytes";
//     ev_aes_key_t key;
//     if (ev_aes_set_key(&key, "a key of 16 byte", 16) != EV_OK) return 1;
//     if (ev_aes_ecb_encrypt(&key, text, text, sizeof text) != EV_OK) return 1;
//     if (ev_aes_ecb_decrypt(&key, text, text, sizeof text) != EV_OK) return 1;
//     ev_aes_key_clear(&key);
//     return strcmp((const char *)text, "two blocks of sixteen bytes");
// }
// ```
//
// Equal blocks give equal blocks, so ECB hides only single random blocks. It is a building block. For messages take a
// mode with authentication. aes.h says which overlaps are allowed and what NULL gives.
#ifndef EVARISTE_AES_ECB_H
#define EVARISTE_AES_ECB_H

#include <evariste/aes.h>

#ifdef __cplusplus
extern "C" {
#endif

// EV_BAD_LENGTH when `length` is not a multiple of 16.
ev_status_t ev_aes_ecb_encrypt(const ev_aes_key_t *key, void *out, const void *in, size_t length);
ev_status_t ev_aes_ecb_decrypt(const ev_aes_key_t *key, void *out, const void *in, size_t length);

#ifdef __cplusplus
}
#endif

#endif
