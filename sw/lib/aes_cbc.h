// SPDX-License-Identifier: Apache-2.0
// CBC, the cipher block chaining mode (NIST SP 800-38A, 6.2), and the padding of PKCS #7 for messages that are not whole
// blocks.
//
//     aes_cbc_start(&cbc, &key, iv);
//     aes_cbc_encrypt(&cbc, in, out, 48);        as often as wanted, each time whole blocks
//
// The initialisation vector must be unpredictable. CBC does not notice a changed message. If a sender learns whether
// the padding was right, he can decrypt (padding oracle), so authenticate first.
#ifndef EVARISTE_AES_CBC_H
#define EVARISTE_AES_CBC_H

#include "aes.h"

typedef struct {
    const aes_key *key;
    uint32_t chain[4];
} aes_cbc;

void aes_cbc_start(aes_cbc *cbc, const aes_key *key, const void *iv);

// Returns AES_BAD_LENGTH and does nothing if `length` is not a multiple of 16.
aes_status aes_cbc_encrypt(aes_cbc *cbc, const void *in, void *out, size_t length);
aes_status aes_cbc_decrypt(aes_cbc *cbc, const void *in, void *out, size_t length);

// A whole message at once.
aes_status aes_cbc_encrypt_message(const aes_key *key, const void *iv, const void *in, void *out, size_t length);
aes_status aes_cbc_decrypt_message(const aes_key *key, const void *iv, const void *in, void *out, size_t length);

// Appends 1 to 16 bytes, so that the length is a multiple of 16, and returns the new length. `message` must have room
// for them.
size_t aes_pad(void *message, size_t length);

// Removes the padding: sets *length to the message's length. AES_BAD_PADDING if it is not valid. Constant time in the
// bytes.
aes_status aes_unpad(const void *message, size_t *length);

#endif
