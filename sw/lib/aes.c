// SPDX-License-Identifier: Apache-2.0
// AES: the parts that are the same for every backend.
#include <evariste/aes.h>

#include "aes_bytes.h"

void ev_aes_key_clear(ev_aes_key_t *key) { ev_wipe_words((uint32_t *)(void *)key, sizeof *key / 4); }

void ev_aes_encrypt_unaligned(const ev_aes_key_t *key, void *out, const void *in) {
    uint32_t block[4];
    memcpy(block, in, EV_AES_BLOCK_BYTES);
    ev_aes_encrypt(key, block, block);
    memcpy(out, block, EV_AES_BLOCK_BYTES);
    ev_wipe_words(block, sizeof block / 4);
}

void ev_aes_decrypt_unaligned(const ev_aes_key_t *key, void *out, const void *in) {
    uint32_t block[4];
    memcpy(block, in, EV_AES_BLOCK_BYTES);
    ev_aes_decrypt(key, block, block);
    memcpy(out, block, EV_AES_BLOCK_BYTES);
    ev_wipe_words(block, sizeof block / 4);
}

typedef void words_kernel(const ev_aes_key_t *key, uint32_t *out, const uint32_t *in, size_t blocks);

// Four blocks at a time through an aligned copy.
static ev_status_t blocks_by(words_kernel *kernel, const ev_aes_key_t *key, void *out, const void *in, size_t blocks) {
    ev_status_t status = ev_check_key(key);
    if (status != EV_OK) return status;
    if (blocks > SIZE_MAX / EV_AES_BLOCK_BYTES) return EV_BAD_LENGTH;
    status = ev_check_buffers(out, in, EV_AES_BLOCK_BYTES * blocks);
    if (status != EV_OK) return status;
    if (ev_aes_is_aligned(out, in)) {
        kernel(key, out, in, blocks);
        ev_aes_clear_stack();
        return EV_OK;
    }
    uint32_t some[16];
    const uint8_t *from = in;
    uint8_t *to = out;
    while (blocks > 0) {
        const size_t now = blocks < 4 ? blocks : 4;
        memcpy(some, from, EV_AES_BLOCK_BYTES * now);
        kernel(key, some, some, now);
        memcpy(to, some, EV_AES_BLOCK_BYTES * now);
        from += EV_AES_BLOCK_BYTES * now;
        to += EV_AES_BLOCK_BYTES * now;
        blocks -= now;
    }
    ev_wipe_words(some, sizeof some / 4);
    ev_aes_clear_stack();
    return EV_OK;
}

ev_status_t ev_aes_encrypt_blocks(const ev_aes_key_t *key, void *out, const void *in, size_t blocks) {
    return blocks_by(ev_aes_encrypt_words, key, out, in, blocks);
}

ev_status_t ev_aes_decrypt_blocks(const ev_aes_key_t *key, void *out, const void *in, size_t blocks) {
    return blocks_by(ev_aes_decrypt_words, key, out, in, blocks);
}

ev_status_t ev_aes_compare_tags(uint32_t right[4], const void *tag, size_t length) {
    const uint32_t equal = secret_mask((uint32_t)ev_equal(right, tag, length));
    ev_wipe_words(right, 4);
    uint32_t status = secret_select(equal, EV_BAD_TAG, EV_OK);
    EV_DECLASSIFY(status);
    return (ev_status_t)status;
}
