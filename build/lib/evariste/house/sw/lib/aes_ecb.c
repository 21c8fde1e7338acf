// SPDX-License-Identifier: Apache-2.0
#include "aes_ecb.h"

aes_status aes_ecb_encrypt(const aes_key *key, const void *in, void *out, size_t length) {
    if (length % AES_BLOCK_BYTES != 0) return AES_BAD_LENGTH;
    aes_encrypt_blocks(key, in, out, length / AES_BLOCK_BYTES);
    return AES_OK;
}

aes_status aes_ecb_decrypt(const aes_key *key, const void *in, void *out, size_t length) {
    if (length % AES_BLOCK_BYTES != 0) return AES_BAD_LENGTH;
    aes_decrypt_blocks(key, in, out, length / AES_BLOCK_BYTES);
    return AES_OK;
}
