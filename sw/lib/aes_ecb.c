// SPDX-License-Identifier: Apache-2.0
#include <evariste/aes_ecb.h>

ev_status_t ev_aes_ecb_encrypt(const ev_aes_key_t *key, void *out, const void *in, size_t length) {
    if (length % EV_AES_BLOCK_BYTES != 0) return EV_BAD_LENGTH;
    return ev_aes_encrypt_blocks(key, out, in, length / EV_AES_BLOCK_BYTES);
}

ev_status_t ev_aes_ecb_decrypt(const ev_aes_key_t *key, void *out, const void *in, size_t length) {
    if (length % EV_AES_BLOCK_BYTES != 0) return EV_BAD_LENGTH;
    return ev_aes_decrypt_blocks(key, out, in, length / EV_AES_BLOCK_BYTES);
}
