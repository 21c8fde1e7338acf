// SPDX-License-Identifier: Apache-2.0
#include "aes_bytes.h"

// H / x, because the product of the reversed numbers is one bit too low.
void ev_ghash_expand(ev_ghash_key_t *key, const void *h) {
    uint32_t w[4], carry = 0;
    memcpy(w, h, sizeof w);
    for (int i = 0; i < 4; i++) {
        const uint32_t x = ev_big_endian(w[3 - i]);
        key->h[i] = x << 1 | carry;
        carry = secret_top_bit(x);
    }
    key->h[0] ^= carry;
    key->h[3] ^= 0xC2000000 & secret_mask(carry);
    ev_wipe_words(w, sizeof w / 4);
}
