// SPDX-License-Identifier: Apache-2.0
#include "asip_aes.h"

void ev_aes_decrypt(const ev_aes_key_t *key, void *out, const void *in) {
    if (!ev_aes_is_aligned(out, in)) {
        ev_aes_decrypt_unaligned(key, out, in);
        return;
    }
    ev_asip_key(key);
    ev_asip_stream(out, in, 1, ASIP_ECB_DECRYPT);
}
