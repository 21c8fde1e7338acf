// SPDX-License-Identifier: Apache-2.0
#include "asip_aes.h"

void ev_aes_ctr_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t blocks) {
    if (blocks == 0) return;
    ev_asip_key(key);
    ev_asip_load(ASIP_LOAD_COUNTER, counter, 1);
    ev_asip_stream_all(out, in, blocks, ASIP_CTR);
    ev_asip_count(counter, blocks);
}
