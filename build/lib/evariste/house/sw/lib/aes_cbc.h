// SPDX-License-Identifier: Apache-2.0
// CBC, the cipher block chaining mode (NIST SP 800-38A, 6.2), and the padding of PKCS #7 for messages that are not whole
// blocks.
//
//     aes_cbc_start(&cbc, &key, iv);
//     aes_cbc_encrypt(&cbc, in, out, 48);        as often as wanted, each time whole blocks
//
// The initialisation vector has to be unpredictable, and CBC does not notice a changed message. Telling a sender whether
// padding was right lets him decrypt: authenticate first.
#ifndef EVARISTE_AES_CBC_H
#define EVARISTE_AES_CBC_H

#include "aes.h"

typedef struct {
    const aes_key *key;
    uint32_t chain[4];
} aes_cbc;

void aes_cbc_start(aes_cbc *cbc, const aes_key *key, const void *iv);

// AES_BAD_LENGTH, and nothing done, when `length` is not a multiple of 16.
aes_status aes_cbc_encrypt(aes_cbc *cbc, const void *in, void *out, size_t length);
aes_status aes_cbc_decrypt(aes_cbc *cbc, const void *in, void *out, size_t length);

// A whole message at once.
aes_status aes_cbc_encrypt_message(const aes_key *key, const void *iv, const void *in, void *out, size_t length);
aes_status aes_cbc_decrypt_message(const aes_key *key, const void *iv, const void *in, void *out, size_t length);

// Appends 1 to 16 bytes so that the whole is a multiple of 16; `message` has room for them. The new length.
size_t aes_pad(void *message, size_t length);

// Takes them off: *length becomes the message's. AES_BAD_PADDING when they are not padding. Constant time in the bytes.
aes_status aes_unpad(const void *message, size_t *length);

#endif
