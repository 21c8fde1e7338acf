// SPDX-License-Identifier: Apache-2.0
// AES key expansion into bit planes (FIPS 197, 5.2; aes_bitslice.h), in constant time.
#include "aes_bitslice.h"
#include "aes_kernels.h"

// The S-box of four bytes, by the circuit for 32: the bit at each byte's bottom is the one that counts.
static uint32_t substitute(uint32_t word) {
    uint32_t q[8], out = 0;
    for (int k = 0; k < 8; k++) q[k] = word >> k;
    aes_planes_sub_bytes(q);
    for (int k = 0; k < 8; k++) out |= (q[k] & 0x01010101) << k;
    return out ^ 0x63636363;
}

// Row r of each plane moves up by shift*r columns, as skipping `shift` ShiftRows would have left the bytes: byte r of the
// word rotates left by twice as many bits.
static uint32_t shift_rows(uint32_t x, unsigned shift) {
    switch (shift) {
    case 1:
        return (x & 0xFF) | (x & 0x3F00) << 2 | (x & 0xC000) >> 6 | (x & 0x0F0000) << 4 | (x & 0xF00000) >> 4 |
               (x & 0x03000000) << 6 | (x & 0xFC000000) >> 2;
    case 2: return (x & 0x00FF00FF) | (x & 0x0F000F00) << 4 | (x & 0xF000F000) >> 4;
    case 3:
        return (x & 0xFF) | (x & 0x0300) << 6 | (x & 0xFC00) >> 2 | (x & 0x0F0000) << 4 | (x & 0xF00000) >> 4 |
               (x & 0x3F000000) << 2 | (x & 0xC0000000) >> 6;
    default: return x;
    }
}

static void store(uint32_t planes[8], unsigned index, const uint32_t columns[4]) {
    for (int c = 0; c < 4; c++)
        planes[2 * c] = planes[2 * c + 1] = columns[c] ^ (index > 0 ? 0x63636363 : 0);
    aes_planes(planes);
    for (int k = 0; k < 8; k++) planes[k] = shift_rows(planes[k], index & 3);
}

aes_status aes_set_key(aes_key *key, const void *bytes, size_t length) {
    if (length != 16 && length != 24 && length != 32) return AES_BAD_KEY_LENGTH;
    const unsigned words = (unsigned)length / 4;
    uint32_t w[8], columns[4];
    uint32_t constant = 1;
    memcpy(w, bytes, length);
    key->rounds = words + 6;
    unsigned at = 0;
    for (unsigned i = 0; i < 4 * (key->rounds + 1); i++) {
        if (at == words) {
            const uint32_t last = w[words - 1];
            w[0] ^= substitute(last >> 8 | last << 24) ^ constant;
            constant = (constant << 1) ^ (0x11B & (0 - (constant >> 7)));
            at = 0;
        } else if (i >= words) {
            w[at] ^= at == 4 && words == 8 ? substitute(w[3]) : w[at - 1];
        }
        columns[i & 3] = w[at];
        at++;
        if ((i & 3) == 3) store(key->schedule + 2 * (i - 3), i >> 2, columns);
    }
    aes_wipe(w, sizeof w);
    aes_wipe(columns, sizeof columns);
    return AES_OK;
}
