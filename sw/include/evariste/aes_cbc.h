// SPDX-License-Identifier: Apache-2.0
// CBC, the cipher block chaining mode (NIST SP 800-38A, 6.2), and the padding of PKCS #7 for messages that are not whole
// blocks.
//
// ```c
// #include <evariste/aes_cbc.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t iv[EV_AES_BLOCK_BYTES] = "not predictable";
//     uint8_t text[32] = "nineteen characters";
//     size_t length = 19;
//     ev_aes_key_t key;
//     if (ev_aes_set_key(&key, "a key of 16 byte", 16) != EV_OK) return 1;
//     if (ev_aes_pad(text, sizeof text, &length, length) != EV_OK || length != 32) return 1;
//     if (ev_aes_cbc_encrypt_message(&key, text, iv, text, length) != EV_OK) return 1;
//     if (ev_aes_cbc_decrypt_message(&key, text, iv, text, length) != EV_OK) return 1;
//     ev_aes_key_clear(&key);
//     if (ev_aes_unpad(&length, text, length) != EV_OK) return 1;
//     return length != 19 || memcmp(text, "nineteen characters", 19) != 0;
// }
// ```
//
// The initialisation vector has 16 bytes and must be unpredictable. CBC does not notice a changed message. If a sender
// learns whether the padding was right, he can decrypt (padding oracle), so authenticate first. aes.h says which overlaps
// are allowed and what NULL gives.
#ifndef EVARISTE_AES_CBC_H
#define EVARISTE_AES_CBC_H

#include <evariste/aes.h>

typedef struct {
    const ev_aes_key_t *key;
    uint32_t chain[4];
} ev_aes_cbc_t;

#ifdef __cplusplus
extern "C" {
#endif

// A whole message at once. EV_BAD_LENGTH if `length` is not a multiple of 16.
ev_status_t ev_aes_cbc_encrypt_message(const ev_aes_key_t *key, void *out, const void *iv, const void *in,
                                       size_t length);
ev_status_t ev_aes_cbc_decrypt_message(const ev_aes_key_t *key, void *out, const void *iv, const void *in,
                                       size_t length);

// In pieces of whole blocks, all in one direction.
ev_status_t ev_aes_cbc_start(ev_aes_cbc_t *cbc, const ev_aes_key_t *key, const void *iv);
ev_status_t ev_aes_cbc_encrypt(ev_aes_cbc_t *cbc, void *out, const void *in, size_t length);
ev_status_t ev_aes_cbc_decrypt(ev_aes_cbc_t *cbc, void *out, const void *in, size_t length);
void ev_aes_cbc_clear(ev_aes_cbc_t *cbc);

// Appends 1 to 16 bytes to a message of `length` bytes, so that *padded is a multiple of 16. EV_TOO_SMALL if that is
// more than `capacity`, the bytes that `message` has room for.
ev_status_t ev_aes_pad(void *message, size_t capacity, size_t *padded, size_t length);

// Finds the message's length without its padding. EV_BAD_PADDING if the padding is not valid: *length is then `padded`.
// EV_BAD_LENGTH if `padded` is 0 or not a multiple of 16. Constant time in the bytes. `length` may point to `padded`'s
// own variable.
ev_status_t ev_aes_unpad(size_t *length, const void *message, size_t padded);

#ifdef __cplusplus
}
#endif

#endif
