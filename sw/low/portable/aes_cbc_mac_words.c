// SPDX-License-Identifier: Apache-2.0
// CBC-MAC with the backend's block cipher.
#include "aes_bytes.h"

void aes_cbc_mac_words(const aes_key *key, uint32_t chain[4], const uint32_t *in, size_t blocks) {
    for (; blocks > 0; blocks--, in += 4) {
        aes_add_block(chain, in, chain);
        aes_encrypt(key, chain, chain);
    }
}
