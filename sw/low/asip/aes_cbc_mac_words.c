// SPDX-License-Identifier: Apache-2.0
#include "asip_aes.h"

void ev_aes_cbc_mac_words(const ev_aes_key_t *key, uint32_t chain[4], const uint32_t *in, size_t blocks) {
    if (blocks == 0) return;
    ev_asip_key(key);
    ev_asip_load(ASIP_LOAD_Q0, chain, 1);
    ev_asip_absorb_all(in, blocks, ASIP_CMAC_BLOCKS);
    ev_asip_read(ASIP_PUSH_Q0, chain);
}
