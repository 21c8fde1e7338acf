// SPDX-License-Identifier: Apache-2.0
#include "aes_cbc.h"

#include "aes_bytes.h"

void aes_cbc_start(aes_cbc *cbc, const aes_key *key, const void *iv) {
    cbc->key = key;
    memcpy(cbc->chain, iv, AES_BLOCK_BYTES);
}

aes_status aes_cbc_encrypt(aes_cbc *cbc, const void *in, void *out, size_t length) {
    if (length % AES_BLOCK_BYTES != 0) return AES_BAD_LENGTH;
    const uint8_t *from = in;
    uint8_t *to = out;
    for (; length > 0; length -= AES_BLOCK_BYTES, from += AES_BLOCK_BYTES, to += AES_BLOCK_BYTES) {
        aes_add_block(cbc->chain, from, cbc->chain);
        aes_encrypt(cbc->key, cbc->chain, cbc->chain);
        aes_copy_block(to, cbc->chain);
    }
    return AES_OK;
}

// Four blocks at a time. The ciphertext before each block is added to it.
aes_status aes_cbc_decrypt(aes_cbc *cbc, const void *in, void *out, size_t length) {
    if (length % AES_BLOCK_BYTES != 0) return AES_BAD_LENGTH;
    const uint8_t *from = in;
    uint8_t *to = out;
    uint32_t cipher[16], plain[16];
    for (size_t blocks = length / AES_BLOCK_BYTES; blocks > 0;) {
        const size_t now = blocks < 4 ? blocks : 4;
        memcpy(cipher, from, AES_BLOCK_BYTES * now);
        aes_decrypt_words(cbc->key, cipher, plain, now);
        for (size_t i = 0; i < now; i++)
            aes_add_block(to + AES_BLOCK_BYTES * i, plain + 4 * i, i == 0 ? cbc->chain : cipher + 4 * (i - 1));
        aes_copy_block(cbc->chain, cipher + 4 * (now - 1));
        from += AES_BLOCK_BYTES * now;
        to += AES_BLOCK_BYTES * now;
        blocks -= now;
    }
    aes_wipe(plain, sizeof plain);
    return AES_OK;
}

aes_status aes_cbc_encrypt_message(const aes_key *key, const void *iv, const void *in, void *out, size_t length) {
    aes_cbc cbc;
    aes_cbc_start(&cbc, key, iv);
    return aes_cbc_encrypt(&cbc, in, out, length);
}

aes_status aes_cbc_decrypt_message(const aes_key *key, const void *iv, const void *in, void *out, size_t length) {
    aes_cbc cbc;
    aes_cbc_start(&cbc, key, iv);
    return aes_cbc_decrypt(&cbc, in, out, length);
}

size_t aes_pad(void *message, size_t length) {
    const size_t count = AES_BLOCK_BYTES - length % AES_BLOCK_BYTES;
    memset((uint8_t *)message + length, (int)count, count);
    return length + count;
}

aes_status aes_unpad(const void *message, size_t *length) {
    if (*length == 0 || *length % AES_BLOCK_BYTES != 0) return AES_BAD_LENGTH;
    const uint8_t *last = (const uint8_t *)message + *length - 1;
    const uint32_t count = *last;
    uint32_t wrong = secret_is_zero(count) | secret_is_below(AES_BLOCK_BYTES, count);
    for (uint32_t i = 0; i < AES_BLOCK_BYTES; i++) {
        const uint32_t is_padding = secret_mask(secret_is_below(i, count));
        wrong |= (last[-(int32_t)i] ^ count) & is_padding;
    }
    const uint32_t right = secret_mask(secret_is_zero(wrong));
    *length -= count & right;
    return (aes_status)secret_select(right, AES_BAD_PADDING, AES_OK);
}
