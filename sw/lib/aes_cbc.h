// SPDX-License-Identifier: Apache-2.0
// CBC, the cipher block chaining mode (NIST SP 800-38A, 6.2), and the padding of PKCS #7 for messages that are not whole
// blocks.
//
//     ev_aes_cbc_start(&cbc, &key, iv);
//     ev_aes_cbc_encrypt(&cbc, in, out, 48);        as often as wanted, each time whole blocks
//
// The initialisation vector must be unpredictable. CBC does not notice a changed message. If a sender learns whether
// the padding was right, he can decrypt (padding oracle), so authenticate first.
#ifndef EVARISTE_AES_CBC_H
#define EVARISTE_AES_CBC_H

#include "aes.h"

typedef struct {
    const ev_aes_key_t *key;
    uint32_t chain[4];
} ev_aes_cbc_t;

void ev_aes_cbc_start(ev_aes_cbc_t *cbc, const ev_aes_key_t *key, const void *iv);

// Returns EV_BAD_LENGTH and does nothing if `length` is not a multiple of 16.
ev_status_t ev_aes_cbc_encrypt(ev_aes_cbc_t *cbc, const void *in, void *out, size_t length);
ev_status_t ev_aes_cbc_decrypt(ev_aes_cbc_t *cbc, const void *in, void *out, size_t length);

// A whole message at once.
ev_status_t ev_aes_cbc_encrypt_message(const ev_aes_key_t *key, const void *iv, const void *in, void *out, size_t length);
ev_status_t ev_aes_cbc_decrypt_message(const ev_aes_key_t *key, const void *iv, const void *in, void *out, size_t length);

// Appends 1 to 16 bytes, so that the length is a multiple of 16, and returns the new length. `message` must have room
// for them.
size_t ev_aes_pad(void *message, size_t length);

// Removes the padding: sets *length to the message's length. EV_BAD_PADDING if it is not valid. Constant time in the
// bytes.
ev_status_t ev_aes_unpad(const void *message, size_t *length);

#endif
