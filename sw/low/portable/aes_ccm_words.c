// SPDX-License-Identifier: Apache-2.0
// CCM: the counter block and the MAC's block are encrypted together, because the cipher takes two blocks at once. When
// decrypting, the keystream runs one block ahead.
#include "aes_bytes.h"

// Copies the counter block to `block` and increments the counter.
static void next_counter(uint32_t block[4], uint32_t counter[4]) {
    ev_aes_copy_block(block, counter);
    counter[3] = ev_big_endian(ev_big_endian(counter[3]) + 1);
}

void ev_aes_ccm_encrypt_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t chain[4], uint32_t *out,
                              const uint32_t *in, size_t blocks) {
    uint32_t pair[8];    // keystream, chain
    for (; blocks > 0; blocks--, in += 4, out += 4) {
        next_counter(pair, counter);
        ev_aes_add_block(pair + 4, in, chain);
        ev_aes_encrypt_words(key, pair, pair, 2);
        ev_aes_add_block(out, in, pair);
        ev_aes_copy_block(chain, pair + 4);
    }
    ev_wipe_words(pair, sizeof pair / 4);
}

void ev_aes_ccm_decrypt_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t chain[4], uint32_t *out,
                              const uint32_t *in, size_t blocks) {
    uint32_t pair[8];
    if (blocks == 0) return;
    next_counter(pair, counter);
    ev_aes_encrypt_words(key, pair, pair, 1);
    for (; blocks > 0; blocks--, in += 4, out += 4) {
        ev_aes_add_block(out, in, pair);
        ev_aes_add_block(pair + 4, out, chain);
        if (blocks > 1) {
            next_counter(pair, counter);
            ev_aes_encrypt_words(key, pair, pair, 2);
        } else {
            ev_aes_encrypt_words(key, pair + 4, pair + 4, 1);
        }
        ev_aes_copy_block(chain, pair + 4);
    }
    ev_wipe_words(pair, sizeof pair / 4);
}
