// SPDX-License-Identifier: Apache-2.0
// Dual-basis conversion (see codes_backend.h): each set bit of a symbol adds its image, a row of the standard's matrices.

#include "codes_backend.h"

static const uint8_t dual[8] = {0x7B, 0xAF, 0x99, 0xFA, 0x86, 0xEC, 0xEF, 0x8D};
static const uint8_t conventional[8] = {0xCC, 0xAC, 0x79, 0xF0, 0xFD, 0x2E, 0x42, 0xC5};

// The images of all nibbles first: two look-ups a symbol.
static void map(const uint8_t images[8], uint8_t *symbols, size_t count) {
    uint8_t low[16] = {0}, high[16] = {0};
    for (unsigned v = 1; v < 16; v++)
        for (unsigned bit = 0; bit < 4; bit++)
            if (v >> bit & 1) {
                low[v] ^= images[bit];
                high[v] ^= images[bit + 4];
            }
    for (size_t i = 0; i < count; i++) symbols[i] = low[symbols[i] & 15] ^ high[symbols[i] >> 4];
}

void ev_ccsds_low_to_dual(uint8_t *symbols, size_t count) { map(dual, symbols, count); }

void ev_ccsds_low_to_conventional(uint8_t *symbols, size_t count) { map(conventional, symbols, count); }
