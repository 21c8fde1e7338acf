// SPDX-License-Identifier: Apache-2.0
#include <evariste/aes_cbc.h>

#include "aes_bytes.h"

ev_status_t ev_aes_cbc_start(ev_aes_cbc_t *cbc, const ev_aes_key_t *key, const void *iv) {
    const ev_status_t status = ev_check_key(key);
    if (status != EV_OK) return status;
    if (iv == NULL) return EV_NULL;
    cbc->key = key;
    ev_aes_copy_block(cbc->chain, iv);
    return EV_OK;
}

static ev_status_t check(const ev_aes_cbc_t *cbc, const void *out, const void *in, size_t length) {
    if (ev_check_key(cbc->key) != EV_OK) return EV_BAD_ORDER;
    if (length % EV_AES_BLOCK_BYTES != 0) return EV_BAD_LENGTH;
    return ev_check_buffers(out, in, length);
}

ev_status_t ev_aes_cbc_encrypt(ev_aes_cbc_t *cbc, void *out, const void *in, size_t length) {
    const ev_status_t status = check(cbc, out, in, length);
    if (status != EV_OK) return status;
#ifdef EV_AES_HAS_MODE_WORDS
    if (ev_aes_is_aligned(out, in) && length > 0) {
        ev_aes_cbc_encrypt_words(cbc->key, cbc->chain, out, in, length / EV_AES_BLOCK_BYTES);
        ev_aes_clear_stack();
        return EV_OK;
    }
#endif
    const uint8_t *from = in;
    uint8_t *to = out;
    for (; length > 0; length -= EV_AES_BLOCK_BYTES, from += EV_AES_BLOCK_BYTES, to += EV_AES_BLOCK_BYTES) {
        ev_aes_add_block(cbc->chain, from, cbc->chain);
        ev_aes_encrypt(cbc->key, cbc->chain, cbc->chain);
        ev_aes_copy_block(to, cbc->chain);
    }
    return EV_OK;
}

// Four blocks at a time. The ciphertext before each block is added to it.
ev_status_t ev_aes_cbc_decrypt(ev_aes_cbc_t *cbc, void *out, const void *in, size_t length) {
    const ev_status_t status = check(cbc, out, in, length);
    if (status != EV_OK) return status;
#ifdef EV_AES_HAS_MODE_WORDS
    if (ev_aes_is_aligned(out, in) && length > 0) {
        ev_aes_cbc_decrypt_words(cbc->key, cbc->chain, out, in, length / EV_AES_BLOCK_BYTES);
        ev_aes_clear_stack();
        return EV_OK;
    }
#endif
    const uint8_t *from = in;
    uint8_t *to = out;
    uint32_t cipher[16], plain[16];
    for (size_t blocks = length / EV_AES_BLOCK_BYTES; blocks > 0;) {
        const size_t now = blocks < 4 ? blocks : 4;
        memcpy(cipher, from, EV_AES_BLOCK_BYTES * now);
        ev_aes_decrypt_words(cbc->key, plain, cipher, now);
        for (size_t i = 0; i < now; i++)
            ev_aes_add_block(to + EV_AES_BLOCK_BYTES * i, plain + 4 * i, i == 0 ? cbc->chain : cipher + 4 * (i - 1));
        ev_aes_copy_block(cbc->chain, cipher + 4 * (now - 1));
        from += EV_AES_BLOCK_BYTES * now;
        to += EV_AES_BLOCK_BYTES * now;
        blocks -= now;
    }
    ev_wipe_words(plain, sizeof plain / 4);
    ev_aes_clear_stack();
    return EV_OK;
}

void ev_aes_cbc_clear(ev_aes_cbc_t *cbc) { ev_wipe_words((uint32_t *)(void *)cbc, sizeof *cbc / 4); }

ev_status_t ev_aes_cbc_encrypt_message(const ev_aes_key_t *key, void *out, const void *iv, const void *in,
                                       size_t length) {
    ev_aes_cbc_t cbc;
    const ev_status_t status = ev_aes_cbc_start(&cbc, key, iv);
    return status == EV_OK ? ev_aes_cbc_encrypt(&cbc, out, in, length) : status;
}

ev_status_t ev_aes_cbc_decrypt_message(const ev_aes_key_t *key, void *out, const void *iv, const void *in,
                                       size_t length) {
    ev_aes_cbc_t cbc;
    const ev_status_t status = ev_aes_cbc_start(&cbc, key, iv);
    return status == EV_OK ? ev_aes_cbc_decrypt(&cbc, out, in, length) : status;
}

ev_status_t ev_aes_pad(void *message, size_t capacity, size_t *padded, size_t length) {
    const size_t count = EV_AES_BLOCK_BYTES - length % EV_AES_BLOCK_BYTES;
    if (padded == NULL || message == NULL) return EV_NULL;
    if (length > capacity || count > capacity - length) return EV_TOO_SMALL;
    memset((uint8_t *)message + length, (int)count, count);
    *padded = length + count;
    return EV_OK;
}

ev_status_t ev_aes_unpad(size_t *length, const void *message, size_t padded) {
    if (length == NULL || message == NULL) return EV_NULL;
    if (padded == 0 || padded % EV_AES_BLOCK_BYTES != 0) return EV_BAD_LENGTH;
    const uint8_t *last = (const uint8_t *)message + padded - 1;
    const uint32_t count = *last;
    uint32_t wrong = secret_is_zero(count) | secret_is_below(EV_AES_BLOCK_BYTES, count);
    for (uint32_t i = 0; i < EV_AES_BLOCK_BYTES; i++) {
        const uint32_t is_padding = secret_mask(secret_is_below(secret_hidden(i), count));
        wrong |= (last[-(int32_t)i] ^ count) & is_padding;
    }
    const uint32_t right = secret_mask(secret_is_zero(wrong));
    *length = padded - (count & right);
    uint32_t status = secret_select(right, EV_BAD_PADDING, EV_OK);
    EV_DECLASSIFY(status);
    return (ev_status_t)status;
}
