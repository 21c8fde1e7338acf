// SPDX-License-Identifier: Apache-2.0
#include "asip_aes.h"

void ev_aes_cbc_encrypt_words(const ev_aes_key_t *key, uint32_t chain[4], uint32_t *out, const uint32_t *in,
                              size_t blocks) {
    ev_asip_key(key);
    ev_asip_load(ASIP_LOAD_Q0, chain, 1);
    ev_asip_stream_all(out, in, blocks, ASIP_CBC_ENCRYPT);
    ev_aes_copy_block(chain, out + 4 * (blocks - 1));
}

void ev_aes_cbc_decrypt_words(const ev_aes_key_t *key, uint32_t chain[4], uint32_t *out, const uint32_t *in,
                              size_t blocks) {
    uint32_t last[4];    // `out` may be `in`
    ev_aes_copy_block(last, in + 4 * (blocks - 1));
    ev_asip_key(key);
    ev_asip_load(ASIP_LOAD_Q0, chain, 1);
    ev_asip_stream_all(out, in, blocks, ASIP_CBC_DECRYPT);
    ev_aes_copy_block(chain, last);
}
