// SPDX-License-Identifier: Apache-2.0
// AES key expansion by the GF unit for every length and alignment (FIPS 197, 5.2), row by row, in constant time.
//
// Works as aes_set_key.S does: a row is extended by a prefix sum, which is a carry-less product with 0x01010101. Rows of
// a 192-bit key are six bytes. 256-bit keys go to aes_set_key_256.S.
#include "aes_bytes.h"
#include "gfp.h"

void ev_aes_set_key_256(ev_aes_key_t *key, const uint32_t bytes[8]);

#define EACH_ROW _Pragma("GCC unroll 4") for (unsigned r = 0; r < 4; r++)

// Words of stack that the expansions use: measured, and rounded up.
enum { FRAME_WORDS = 16 };

enum { SPLAT = 0x01010101, CONSTANT = 0x63636363, AFFINE = 0x1F1F << 16 };

static uint32_t rotate_left(uint32_t x, unsigned bits) { return bits == 0 ? x : x << bits | x >> (32 - bits); }

// The S-box of a row's last byte, in the first byte.
static uint32_t substitute(uint32_t byte) { return gf_mul32_lo(gf_inv(byte), AFFINE) >> 24 ^ 0x63; }

static uint32_t prefix_sums(uint32_t row) { return gf_mul32_lo(row, SPLAT); }

static const uint8_t place[4] = {2, 3, 0, 1};    // of rows 0..3 in a round key

// Row `row` of round key `index`, but for what finish() does.
static void store(ev_aes_key_t *key, unsigned index, unsigned row, uint32_t value) {
    key->schedule[4 * index + place[row]] = value ^ CONSTANT;
}

// Round key 0 has no constant, and it and the last have their rows rotated (aes_rows.h).
static void finish(ev_aes_key_t *key) {
    uint32_t *last = key->schedule + 4 * key->rounds;
    EACH_ROW {
        key->schedule[place[r]] = rotate_left(key->schedule[place[r]] ^ CONSTANT, 8 * r);
        last[place[r]] = rotate_left(last[place[r]], 8 * r);
    }
}

static uint32_t row_of(const uint8_t *columns, unsigned row) {
    return columns[row] | (uint32_t)columns[4 + row] << 8 | (uint32_t)columns[8 + row] << 16 |
           (uint32_t)columns[12 + row] << 24;
}

// Not inlined, so that ev_wipe_stack can clear its frame.
static __attribute__((noinline)) void expand_128(ev_aes_key_t *key, const uint8_t *bytes) {
    uint32_t row[4], constant = 1;
    EACH_ROW store(key, 0, r, row[r] = row_of(bytes, r));
    for (unsigned index = 1; index <= key->rounds; index++) {
        uint32_t byte[4];
        EACH_ROW byte[r] = substitute(row[(r + 1) & 3] >> 24);
        byte[0] ^= constant;
        constant = gf_mul(constant, 2);
        EACH_ROW store(key, index, r, row[r] = prefix_sums(row[r] ^ byte[r]));
    }
}

// 192-bit keys: six columns a step, so that two steps make three round keys.
static __attribute__((noinline)) void expand_192(ev_aes_key_t *key, const uint8_t *bytes) {
    uint32_t low[4], high[4];    // columns 0..3, and 4 and 5, of each row
    uint32_t constant = 1;
    EACH_ROW {
        low[r] = row_of(bytes, r);
        high[r] = bytes[16 + r] | (uint32_t)bytes[20 + r] << 8;
        store(key, 0, r, low[r]);
    }
    for (unsigned index = 1; index <= 10; index += 3) {
        for (unsigned half = 0; half < 2; half++) {
            uint32_t byte[4];
            EACH_ROW byte[r] = substitute(high[(r + 1) & 3] >> 8);
            byte[0] ^= constant;
            constant = gf_mul(constant, 2);
            EACH_ROW {
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

ev_status_t ev_aes_set_key_general(ev_aes_key_t *key, const void *bytes, size_t length) {
    if (bytes == NULL) return EV_NULL;
    if (length == 32 && ev_aes_is_aligned(bytes, bytes)) {
        ev_aes_set_key_256(key, bytes);
        return EV_OK;
    }
    if (length == 32) {
        uint32_t words[8];
        memcpy(words, bytes, sizeof words);
        ev_aes_set_key_256(key, words);
        ev_wipe_words(words, sizeof words / 4);
        return EV_OK;
    }
    if (length != 16 && length != 24) return EV_BAD_KEY_LENGTH;
    key->rounds = (uint32_t)length / 4 + 6;
    gf_cfg(&GF_FIELD_0x11b);
    if (length == 24)
        expand_192(key, bytes);
    else
        expand_128(key, bytes);
    ev_wipe_stack(FRAME_WORDS);
    finish(key);
    return EV_OK;
}
