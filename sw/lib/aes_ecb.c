// SPDX-License-Identifier: Apache-2.0
#include "aes_ecb.h"

ev_status_t ev_aes_ecb_encrypt(const ev_aes_key_t *key, const void *in, void *out, size_t length) {
    if (length % EV_AES_BLOCK_BYTES != 0) return EV_BAD_LENGTH;
    ev_aes_encrypt_blocks(key, in, out, length / EV_AES_BLOCK_BYTES);
    return EV_OK;
}

ev_status_t ev_aes_ecb_decrypt(const ev_aes_key_t *key, const void *in, void *out, size_t length) {
    if (length % EV_AES_BLOCK_BYTES != 0) return EV_BAD_LENGTH;
    ev_aes_decrypt_blocks(key, in, out, length / EV_AES_BLOCK_BYTES);
    return EV_OK;
}
