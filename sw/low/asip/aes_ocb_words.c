// SPDX-License-Identifier: Apache-2.0
#include "asip_aes.h"

// The coprocessor gives no checksum but in a tag: E(checksum + offset + L_$) without additional data.
void ev_aes_ocb_words(const ev_aes_key_t *key, const uint32_t first[4], const uint32_t last[4], const uint32_t l_dollar[4],
                      uint32_t checksum[4], uint32_t *out, const uint32_t *in, size_t blocks, int encrypting) {
    ev_asip_key(key);
    ev_asip_start(ASIP_OCB_KEY);
    ev_asip_wait();
    ev_asip_start(ASIP_OCB_AAD_START);
    ev_asip_wait();
    ev_asip_load(ASIP_OCB_START, first, 1);
    ev_asip_stream_all(out, in, blocks, encrypting ? ASIP_OCB_ENCRYPT : ASIP_OCB_DECRYPT);
    ev_asip_read(ASIP_OCB_TAG, checksum);
    ev_asip_stream(checksum, checksum, 1, ASIP_ECB_DECRYPT);
    ev_aes_add_block(checksum, checksum, last);
    ev_aes_add_block(checksum, checksum, l_dollar);
}
