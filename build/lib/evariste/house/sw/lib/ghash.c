// SPDX-License-Identifier: Apache-2.0
#include "ghash.h"

#include "aes_bytes.h"

void ghash_start(ghash *g, const ghash_key *key) {
    memset(g, 0, sizeof *g);
    g->key = key;
}

void ghash_update(ghash *g, const void *bytes, size_t length) {
    const uint8_t *from = bytes;
    while (length > 0) {
        if (g->fill == 0 && length >= AES_BLOCK_BYTES && aes_is_aligned(from, from)) {
            const size_t blocks = length / AES_BLOCK_BYTES;
            ghash_blocks(g->key, g->y, (const uint32_t *)from, blocks);
            from += AES_BLOCK_BYTES * blocks;
            length -= AES_BLOCK_BYTES * blocks;
            continue;
        }
        const size_t left = AES_BLOCK_BYTES - g->fill;
        const size_t now = length < left ? length : left;
        memcpy((uint8_t *)g->last + g->fill, from, now);
        g->fill += (uint32_t)now;
        if (g->fill == AES_BLOCK_BYTES) {
            ghash_blocks(g->key, g->y, g->last, 1);
            g->fill = 0;
        }
        from += now;
        length -= now;
    }
}

void ghash_pad(ghash *g) {
    if (g->fill == 0) return;
    memset((uint8_t *)g->last + g->fill, 0, AES_BLOCK_BYTES - g->fill);
    ghash_blocks(g->key, g->y, g->last, 1);
    g->fill = 0;
}

void ghash_finish(ghash *g, void *out) {
    uint32_t block[4];
    ghash_pad(g);
    for (int i = 0; i < 4; i++) block[i] = aes_reverse_bytes(g->y[3 - i]);
    memcpy(out, block, sizeof block);
    aes_wipe(g, sizeof *g);
}
