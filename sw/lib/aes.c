// SPDX-License-Identifier: Apache-2.0
// AES: the parts that are the same for every backend.
#include "aes.h"

#include "aes_kernels.h"
#include "secret.h"

void ev_aes_encrypt_unaligned(const ev_aes_key_t *key, const void *in, void *out) {
    uint32_t block[4];
    memcpy(block, in, EV_AES_BLOCK_BYTES);
    ev_aes_encrypt(key, block, block);
    memcpy(out, block, EV_AES_BLOCK_BYTES);
    ev_wipe(block, sizeof block);
}

void ev_aes_decrypt_unaligned(const ev_aes_key_t *key, const void *in, void *out) {
    uint32_t block[4];
    memcpy(block, in, EV_AES_BLOCK_BYTES);
    ev_aes_decrypt(key, block, block);
    memcpy(out, block, EV_AES_BLOCK_BYTES);
    ev_wipe(block, sizeof block);
}

typedef void words_kernel(const ev_aes_key_t *key, const uint32_t *in, uint32_t *out, size_t blocks);

// Four blocks at a time through an aligned copy.
static void blocks_by(words_kernel *kernel, const ev_aes_key_t *key, const void *in, void *out, size_t blocks) {
    if (ev_aes_is_aligned(in, out)) {
        kernel(key, in, out, blocks);
        return;
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
    ev_wipe(some, sizeof some);
}

void ev_aes_encrypt_blocks(const ev_aes_key_t *key, const void *in, void *out, size_t blocks) {
    blocks_by(ev_aes_encrypt_words, key, in, out, blocks);
}

void ev_aes_decrypt_blocks(const ev_aes_key_t *key, const void *in, void *out, size_t blocks) {
    blocks_by(ev_aes_decrypt_words, key, in, out, blocks);
}

ev_status_t ev_aes_compare_tags(uint32_t right[4], const void *tag, size_t length) {
    const uint32_t equal = secret_mask((uint32_t)ev_equal(right, tag, length));
    ev_wipe(right, EV_AES_BLOCK_BYTES);
    return (ev_status_t)secret_select(equal, EV_BAD_TAG, EV_OK);
}
