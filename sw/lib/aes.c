// SPDX-License-Identifier: Apache-2.0
// AES: the parts that are the same for every backend.
#include "aes.h"

#include "aes_kernels.h"
#include "secret.h"

void aes_encrypt_unaligned(const aes_key *key, const void *in, void *out) {
    uint32_t block[4];
    memcpy(block, in, AES_BLOCK_BYTES);
    aes_encrypt(key, block, block);
    memcpy(out, block, AES_BLOCK_BYTES);
    aes_wipe(block, sizeof block);
}

void aes_decrypt_unaligned(const aes_key *key, const void *in, void *out) {
    uint32_t block[4];
    memcpy(block, in, AES_BLOCK_BYTES);
    aes_decrypt(key, block, block);
    memcpy(out, block, AES_BLOCK_BYTES);
    aes_wipe(block, sizeof block);
}

typedef void words_kernel(const aes_key *key, const uint32_t *in, uint32_t *out, size_t blocks);

// Four blocks at a time through an aligned copy.
static void blocks_by(words_kernel *kernel, const aes_key *key, const void *in, void *out, size_t blocks) {
    if (aes_is_aligned(in, out)) {
        kernel(key, in, out, blocks);
        return;
    }
    uint32_t some[16];
    const uint8_t *from = in;
    uint8_t *to = out;
    while (blocks > 0) {
        const size_t now = blocks < 4 ? blocks : 4;
        memcpy(some, from, AES_BLOCK_BYTES * now);
        kernel(key, some, some, now);
        memcpy(to, some, AES_BLOCK_BYTES * now);
        from += AES_BLOCK_BYTES * now;
        to += AES_BLOCK_BYTES * now;
        blocks -= now;
    }
    aes_wipe(some, sizeof some);
}

void aes_encrypt_blocks(const aes_key *key, const void *in, void *out, size_t blocks) {
    blocks_by(aes_encrypt_words, key, in, out, blocks);
}

void aes_decrypt_blocks(const aes_key *key, const void *in, void *out, size_t blocks) {
    blocks_by(aes_decrypt_words, key, in, out, blocks);
}

void aes_wipe(void *memory, size_t length) {
    volatile uint8_t *byte = memory;
    while (length > 0 && ((uintptr_t)byte & 3) != 0) *byte++ = 0, length--;
    volatile uint32_t *word = (volatile uint32_t *)byte;
    for (; length >= 4; length -= 4) *word++ = 0;
    byte = (volatile uint8_t *)word;
    while (length-- > 0) *byte++ = 0;
}

int aes_equal(const void *a, const void *b, size_t length) {
    const volatile uint8_t *p = a, *q = b;
    uint32_t difference = 0;
    for (size_t i = 0; i < length; i++) difference |= (uint32_t)(p[i] ^ q[i]);
    return (int)secret_is_zero(difference);
}

aes_status aes_compare_tags(uint32_t right[4], const void *tag, size_t length) {
    const uint32_t equal = secret_mask((uint32_t)aes_equal(right, tag, length));
    aes_wipe(right, AES_BLOCK_BYTES);
    return (aes_status)secret_select(equal, AES_BAD_TAG, AES_OK);
}
