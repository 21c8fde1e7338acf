// SPDX-License-Identifier: Apache-2.0
#include <evariste/ghash.h>

#include "aes_bytes.h"

ev_status_t ev_ghash_set_key(ev_ghash_key_t *key, const void *h) {
    if (h == NULL) return EV_NULL;
    ev_ghash_expand(key, h);
    ev_aes_clear_stack();
    return EV_OK;
}

void ev_ghash_key_clear(ev_ghash_key_t *key) { ev_wipe_words((uint32_t *)(void *)key, sizeof *key / 4); }

ev_status_t ev_ghash_start(ev_ghash_t *g, const ev_ghash_key_t *key) {
    if (key == NULL) return EV_NULL;
    g->key = key;
    g->y[0] = g->y[1] = g->y[2] = g->y[3] = 0;
    g->fill = 0;
    return EV_OK;
}

ev_status_t ev_ghash_update(ev_ghash_t *g, const void *bytes, size_t length) {
    if (g->key == NULL) return EV_BAD_ORDER;
    if (ev_is_missing(bytes, length)) return EV_NULL;
    const uint8_t *from = bytes;
    while (length > 0) {
        if (g->fill == 0 && length >= EV_AES_BLOCK_BYTES && ev_aes_is_aligned(from, from)) {
            const size_t blocks = length / EV_AES_BLOCK_BYTES;
            ev_ghash_blocks(g->key, g->y, (const uint32_t *)from, blocks);
            from += EV_AES_BLOCK_BYTES * blocks;
            length -= EV_AES_BLOCK_BYTES * blocks;
            continue;
        }
        const size_t left = EV_AES_BLOCK_BYTES - g->fill;
        const size_t now = length < left ? length : left;
        memcpy((uint8_t *)g->last + g->fill, from, now);
        g->fill += (uint32_t)now;
        if (g->fill == EV_AES_BLOCK_BYTES) {
            ev_ghash_blocks(g->key, g->y, g->last, 1);
            g->fill = 0;
        }
        from += now;
        length -= now;
    }
    return EV_OK;
}

ev_status_t ev_ghash_pad(ev_ghash_t *g) {
    if (g->key == NULL) return EV_BAD_ORDER;
    if (g->fill == 0) return EV_OK;
    memset((uint8_t *)g->last + g->fill, 0, EV_AES_BLOCK_BYTES - g->fill);
    ev_ghash_blocks(g->key, g->y, g->last, 1);
    g->fill = 0;
    return EV_OK;
}

void ev_ghash_result(ev_ghash_t *g, uint32_t out[4]) {
    ev_ghash_pad(g);
    for (int i = 0; i < 4; i++) out[i] = ev_big_endian(g->y[3 - i]);
}

ev_status_t ev_ghash_finish(ev_ghash_t *g, void *out) {
    if (out == NULL) return EV_NULL;
    if (g->key == NULL) return EV_BAD_ORDER;
    uint32_t block[4];
    ev_ghash_result(g, block);
    memcpy(out, block, sizeof block);
    ev_wipe_words(block, sizeof block / 4);
    ev_ghash_clear(g);
    ev_aes_clear_stack();
    return EV_OK;
}

void ev_ghash_clear(ev_ghash_t *g) { ev_wipe_words((uint32_t *)(void *)g, sizeof *g / 4); }
