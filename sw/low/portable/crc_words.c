// SPDX-License-Identifier: Apache-2.0
// CRCs bit by bit.
#include "codes_backend.h"

uint32_t ev_crc_low_words(const ev_crc_t *c, const uint32_t *words, size_t count) {
    uint32_t state = c->state;
    if (c->kind.reflected) {
        const uint32_t modulus = c->modulus >> 1 | (uint32_t)(c->kind.width == 32) << 31;
        for (; count > 0; count--) {
            state ^= *words++;
            for (int i = 0; i < 32; i++) state = state >> 1 ^ (modulus & (0 - (state & 1)));
        }
    } else {
        for (; count > 0; count--) {
            state ^= __builtin_bswap32(*words++);
            for (int i = 0; i < 32; i++) state = state << 1 ^ (c->modulus & (0 - (state >> 31)));
        }
    }
    return state;
}
