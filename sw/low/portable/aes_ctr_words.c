// SPDX-License-Identifier: Apache-2.0
// Counter mode with the backend's block cipher, four blocks at a time.
#include "aes_bytes.h"

void ev_aes_ctr_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t blocks) {
    uint32_t some[16];
    uint32_t number = ev_big_endian(counter[3]);
    while (blocks > 0) {
        const size_t now = blocks < 4 ? blocks : 4;
        for (size_t i = 0; i < now; i++) {
            some[4 * i] = counter[0];
            some[4 * i + 1] = counter[1];
            some[4 * i + 2] = counter[2];
            some[4 * i + 3] = ev_big_endian(number++);
        }
        ev_aes_encrypt_words(key, some, some, now);
        for (size_t i = 0; i < 4 * now; i++) out[i] = in[i] ^ some[i];
        in += 4 * now;
        out += 4 * now;
        blocks -= now;
    }
    counter[3] = ev_big_endian(number);
    ev_wipe_words(some, sizeof some / 4);
}
