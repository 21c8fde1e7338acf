// SPDX-License-Identifier: Apache-2.0
#include "asip_aes.h"

static void ccm(const ev_aes_key_t *key, uint32_t counter[4], uint32_t chain[4], uint32_t *out, const uint32_t *in,
                size_t blocks, uint32_t task) {
    if (blocks == 0) return;
    ev_asip_key(key);
    ev_asip_load(ASIP_LOAD_Q0, chain, 1);
    ev_asip_load(ASIP_LOAD_Q2, counter, 1);
    ev_asip_stream_all(out, in, blocks, task);
    ev_asip_read(ASIP_PUSH_Q0, chain);
    ev_asip_count(counter, blocks);
}

void ev_aes_ccm_encrypt_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t chain[4], uint32_t *out,
                              const uint32_t *in, size_t blocks) {
    ccm(key, counter, chain, out, in, blocks, ASIP_CCM_ENCRYPT);
}

void ev_aes_ccm_decrypt_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t chain[4], uint32_t *out,
                              const uint32_t *in, size_t blocks) {
    ccm(key, counter, chain, out, in, blocks, ASIP_CCM_DECRYPT);
}
