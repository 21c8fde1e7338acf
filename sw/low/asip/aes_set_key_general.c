// SPDX-License-Identifier: Apache-2.0
// A key into the coprocessor. The file has the name of one of the host's backend, which expands keys of another layout.
#include "asip_aes.h"

uint32_t ev_asip_key(const ev_aes_key_t *key) {
    ev_asip_wait();
    if (key->rounds == 10) return ev_asip_load(ASIP_AES_KEY128, key->schedule, 1);
    return ev_asip_load(key->rounds == 12 ? ASIP_AES_KEY192 : ASIP_AES_KEY256, key->schedule, 2);
}
