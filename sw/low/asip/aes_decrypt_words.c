// SPDX-License-Identifier: Apache-2.0
#include "asip_aes.h"

void ev_aes_decrypt_words(const ev_aes_key_t *key, uint32_t *out, const uint32_t *in, size_t blocks) {
    if (blocks == 0) return;
    ev_asip_key(key);
    ev_asip_stream_all(out, in, blocks, ASIP_ECB_DECRYPT);
}
