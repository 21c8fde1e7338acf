// SPDX-License-Identifier: Apache-2.0
// AES key expansion by the GF unit for every length and alignment (FIPS 197, 5.2), row by row, in constant time.
//
// Works as aes_set_key.S does: a row is extended by a prefix sum, which is a carry-less product with 0x01010101. Rows of
// a 192-bit key are six bytes, of a 256-bit key two words.
#include <string.h>

#include "aes.h"
#include "aes_kernels.h"
#include "gfp.h"

enum { SPLAT = 0x01010101, CONSTANT = 0x63636363, AFFINE = 0x1F1F };

static uint32_t rotate_left(uint32_t x, unsigned bits) { return bits == 0 ? x : x << bits | x >> (32 - bits); }

// The S-box of a row's last byte, in the first byte.
static uint32_t substitute(uint32_t byte) { return (gf_mul32_lo(gf_inv(byte), AFFINE) >> 8 & 0xFF) ^ 0x63; }

static uint32_t prefix_sums(uint32_t row) { return gf_mul32_lo(row, SPLAT); }

// Row `row` of round key `index`, as aes_rows.h wants it stored.
static void store(aes_key *key, unsigned index, unsigned row, uint32_t value) {
    static const uint8_t place[4] = {2, 3, 0, 1};
    if (index > key->rounds) return;
    if (index > 0) value ^= CONSTANT;
    if (index == 0 || index == key->rounds) value = rotate_left(value, 8 * row);
    key->schedule[4 * index + place[row]] = value;
}

static uint32_t row_of(const uint8_t *columns, unsigned row) {
    return columns[row] | (uint32_t)columns[4 + row] << 8 | (uint32_t)columns[8 + row] << 16 |
           (uint32_t)columns[12 + row] << 24;
}

// 128-bit keys: w[0..3] of each row. 256-bit keys: w[0..3], w[4..7].
static void expand(aes_key *key, const uint8_t *bytes, unsigned groups) {
    uint32_t row[2][4];
    uint32_t constant = 1;
    for (unsigned g = 0; g < groups; g++)
        for (unsigned r = 0; r < 4; r++) store(key, g, r, row[g][r] = row_of(bytes + 16 * g, r));
    for (unsigned index = groups; index <= key->rounds; index++) {
        uint32_t *mine = row[groups == 2 ? index & 1 : 0];
        const uint32_t *last = row[groups == 2 ? ~index & 1 : 0];
        const int rotates = groups == 1 || (index & 1) == 0;
        uint32_t byte[4];
        for (unsigned r = 0; r < 4; r++) byte[r] = substitute(last[rotates ? (r + 1) & 3 : r] >> 24);
        if (rotates) {
            byte[0] ^= constant;
            constant = gf_mul(constant, 2);
        }
        for (unsigned r = 0; r < 4; r++) store(key, index, r, mine[r] = prefix_sums(mine[r] ^ byte[r]));
    }
}

// 192-bit keys: six columns a step, so that two steps make three round keys.
static void expand_192(aes_key *key, const uint8_t *bytes) {
    uint32_t low[4], high[4];    // columns 0..3, and 4 and 5, of each row
    uint32_t constant = 1;
    for (unsigned r = 0; r < 4; r++) {
        low[r] = row_of(bytes, r);
        high[r] = bytes[16 + r] | (uint32_t)bytes[20 + r] << 8;
        store(key, 0, r, low[r]);
    }
    for (unsigned index = 1; index <= key->rounds; index += 3) {
        for (unsigned half = 0; half < 2; half++) {
            uint32_t byte[4];
            for (unsigned r = 0; r < 4; r++) byte[r] = substitute(high[(r + 1) & 3] >> 8);
            byte[0] ^= constant;
            constant = gf_mul(constant, 2);
            for (unsigned r = 0; r < 4; r++) {
                const uint32_t before = high[r];
                low[r] = prefix_sums(low[r] ^ byte[r]);
                high[r] = prefix_sums(high[r] ^ low[r] >> 24) & 0xFFFF;
                if (half == 0) {
                    store(key, index, r, before | low[r] << 16);
                    store(key, index + 1, r, low[r] >> 16 | high[r] << 16);
                } else {
                    store(key, index + 2, r, low[r]);
                }
            }
        }
    }
}

aes_status aes_set_key_general(aes_key *key, const void *bytes, size_t length) {
    if (length != 16 && length != 24 && length != 32) return AES_BAD_KEY_LENGTH;
    key->rounds = (uint32_t)length / 4 + 6;
    gf_cfg(&GF_FIELD_0x11b);
    if (length == 24)
        expand_192(key, bytes);
    else
        expand(key, bytes, (unsigned)length / 16);
    return AES_OK;
}
