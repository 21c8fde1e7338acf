// SPDX-License-Identifier: Apache-2.0
// CBC-MAC with the backend's block cipher.
#include "aes_bytes.h"

void ev_aes_cbc_mac_words(const ev_aes_key_t *key, uint32_t chain[4], const uint32_t *in, size_t blocks) {
    for (; blocks > 0; blocks--, in += 4) {
        ev_aes_add_block(chain, in, chain);
        ev_aes_encrypt_words(key, chain, chain, 1);
    }
}
