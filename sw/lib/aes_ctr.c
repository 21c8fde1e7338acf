// SPDX-License-Identifier: Apache-2.0
#include <evariste/aes_ctr.h>

#include "aes_bytes.h"

ev_status_t ev_aes_ctr_start(ev_aes_ctr_t *ctr, const ev_aes_key_t *key, const void *counter) {
    const ev_status_t status = ev_check_key(key);
    if (status != EV_OK) return status;
    if (counter == NULL) return EV_NULL;
    ctr->key = key;
    ev_aes_copy_block(ctr->counter, counter);
    ctr->used = EV_AES_BLOCK_BYTES;
    return EV_OK;
}

// The number in bytes 0..11, plus 1.
static void carry(uint32_t counter[4]) {
    for (int i = 2; i >= 0; i--) {
        const uint32_t next = ev_big_endian(counter[i]) + 1;
        counter[i] = ev_big_endian(next);
        if (next != 0) break;
    }
}

// Whole blocks from aligned buffers, in runs during which the counter's last word does not wrap.
static void crypt_words(ev_aes_ctr_t *ctr, uint32_t *out, const uint32_t *in, size_t blocks, int wide) {
    while (blocks > 0) {
        const uint32_t before_wrap = 0 - ev_big_endian(ctr->counter[3]);    // 0 stands for 2^32
        const size_t now = before_wrap != 0 && before_wrap < blocks ? before_wrap : blocks;
        ev_aes_ctr_words(ctr->key, ctr->counter, out, in, now);
        if (wide && now == before_wrap) carry(ctr->counter);
        in += 4 * now;
        out += 4 * now;
        blocks -= now;
    }
}

static void crypt(ev_aes_ctr_t *ctr, void *out, const void *in, size_t length, int wide) {
    const uint8_t *from = in;
    uint8_t *to = out;
    while (length > 0) {
        size_t now;
        if (ctr->used < EV_AES_BLOCK_BYTES) {
            const size_t left = EV_AES_BLOCK_BYTES - ctr->used;
            now = length < left ? length : left;
            ev_aes_add_bytes(to, from, (uint8_t *)ctr->keystream + ctr->used, now);
            ctr->used += (uint32_t)now;
        } else if (length < EV_AES_BLOCK_BYTES) {
            memset(ctr->keystream, 0, sizeof ctr->keystream);
            crypt_words(ctr, ctr->keystream, ctr->keystream, 1, wide);
            ctr->used = 0;
            continue;
        } else if (ev_aes_is_aligned(from, to)) {
            now = length - length % EV_AES_BLOCK_BYTES;
            crypt_words(ctr, (uint32_t *)to, (const uint32_t *)from, now / EV_AES_BLOCK_BYTES, wide);
        } else {
            uint32_t some[16];
            now = length < sizeof some ? length - length % EV_AES_BLOCK_BYTES : sizeof some;
            memcpy(some, from, now);
            crypt_words(ctr, some, some, now / EV_AES_BLOCK_BYTES, wide);
            memcpy(to, some, now);
        }
        from += now;
        to += now;
        length -= now;
    }
}

ev_status_t ev_aes_ctr_crypt(ev_aes_ctr_t *ctr, void *out, const void *in, size_t length) {
    if (ev_check_key(ctr->key) != EV_OK) return EV_BAD_ORDER;
    const ev_status_t status = ev_check_buffers(out, in, length);
    if (status != EV_OK) return status;
    crypt(ctr, out, in, length, 1);
    ev_aes_clear_stack();
    return EV_OK;
}

void ev_aes_ctr32_crypt(ev_aes_ctr_t *ctr, void *out, const void *in, size_t length) { crypt(ctr, out, in, length, 0); }

void ev_aes_ctr_clear(ev_aes_ctr_t *ctr) { ev_wipe_words((uint32_t *)(void *)ctr, sizeof *ctr / 4); }

ev_status_t ev_aes_ctr_crypt_message(const ev_aes_key_t *key, void *out, const void *counter, const void *in,
                                     size_t length) {
    ev_aes_ctr_t ctr;
    ev_status_t status = ev_aes_ctr_start(&ctr, key, counter);
    if (status != EV_OK) return status;
    status = ev_aes_ctr_crypt(&ctr, out, in, length);
    ev_aes_ctr_clear(&ctr);
    return status;
}
