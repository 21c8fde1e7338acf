// SPDX-License-Identifier: Apache-2.0
// AES key expansion on bit planes (FIPS 197, 5.2; aes_bitslice.h), in constant time.
//
// The key's words stay in planes from the first round key to the last. Words 0 to 3 fill the four columns of one set of
// planes. Words 4 to 7 of a longer key fill a second set; a key of six words leaves half of it empty.
#include "aes_bitslice.h"
#include "aes_bytes.h"

// Adds the S-box's constant 0x63 to every byte.
static void complement(uint32_t planes[8]) {
    planes[0] = ~planes[0], planes[1] = ~planes[1], planes[5] = ~planes[5], planes[6] = ~planes[6];
}

// Round key `index`. Row r moves up by index*r columns, to match the bytes after that many skipped ShiftRows. So byte r
// of each word rotates left by twice as many bits. All but the first include the S-box's constant.
static void store(ev_aes_key_t *key, unsigned index, const uint32_t planes[8]) {
    static const uint32_t rows_by_two[4] = {0, 0x0F0F0000, 0x0F000F00, 0x000F0F00};
    const uint32_t mask = rows_by_two[index & 3];
    uint32_t *out = key->schedule + 8 * index;
    for (int k = 0; k < 8; k++) {
        uint32_t x = planes[k];
        if (index & 1) x = (x & 0x00FF00FF) | (x & 0x3F003F00) << 2 | (x >> 6 & 0x03000300);
        const uint32_t t = (x >> 4 ^ x) & mask;
        out[k] = x ^ t ^ t << 4;
    }
    if (index > 0) complement(out);
}

// Adds to the first column of q the word in `column` of `last`, rotated by `rows` bytes, through the S-box, plus
// `constant`. Then each column becomes the sum of the columns up to it. The two constants are the same for every key,
// so they can be added to all four columns afterwards.
static inline void next_words(uint32_t q[8], const uint32_t last[8], unsigned column, unsigned rows, unsigned constant,
                              uint32_t scratch[8]) {
    for (int k = 0; k < 8; k++) scratch[k] = last[k];
    ev_aes_planes_sub_bytes(scratch);
    for (int k = 0; k < 8; k++) {
        const uint32_t word = scratch[k] >> 2 * column & 0x03030303;
        uint32_t t = q[k] ^ (word >> 8 * rows | word << ((32 - 8 * rows) & 31));
        t ^= t << 2 & 0xFCFCFCFC;
        q[k] = t ^ (t << 4 & 0xF0F0F0F0);
    }
    complement(q);
    for (int k = 0; constant > 0; k++, constant >>= 1)
        if (constant & 1) q[k] ^= 0xFF;
}

static unsigned twice(unsigned constant) { return constant << 1 ^ (0x11B & (0 - (constant >> 7))); }

// Up to four words to planes, the missing ones zero.
static void to_planes(uint32_t planes[8], const void *bytes, size_t length) {
    planes[2] = planes[3] = 0;
    memcpy(planes, bytes, length);
    for (int c = 3; c >= 0; c--) planes[2 * c] = planes[2 * c + 1] = planes[c];
    ev_aes_planes(planes);
}

// The expansions leave their planes on the stack. They are not inlined, so that ev_aes_set_key can clear all of it.
enum { EXPAND_128_WORDS = 72, EXPAND_WORDS = 104 };

static __attribute__((noinline)) void expand_128(ev_aes_key_t *key, const uint8_t *bytes) {
    uint32_t words[8], scratch[8];
    unsigned constant = 1;
    to_planes(words, bytes, 16);
    store(key, 0, words);
    for (unsigned i = 1; i <= 10; i++, constant = twice(constant)) {
        next_words(words, words, 3, 1, constant, scratch);
        store(key, i, words);
    }
}

// Two keys of six words, each four low and two high ones, make three round keys.
static __attribute__((noinline)) void expand_192(ev_aes_key_t *key, const uint8_t *bytes) {
    uint32_t low[8], high[8], words[8], scratch[8];
    unsigned constant = 1;
    to_planes(low, bytes, 16);
    to_planes(high, bytes + 16, 8);
    for (unsigned i = 0;; i += 3) {
        store(key, i, low);
        if (i == 12) break;
        for (unsigned half = 0; half < 2; half++, constant = twice(constant)) {
            for (int k = 0; k < 8; k++) words[k] = high[k];
            next_words(low, high, 1, 1, constant, scratch);
            for (int k = 0; k < 8; k++) {
                const uint32_t t = high[k] ^ (low[k] >> 6 & 0x03030303);
                high[k] = t ^ (t << 2 & 0x0C0C0C0C);
            }
            if (half > 0) continue;
            for (int k = 0; k < 8; k++) words[k] |= low[k] << 4 & 0xF0F0F0F0;
            store(key, i + 1, words);
            for (int k = 0; k < 8; k++) words[k] = (low[k] >> 4 & 0x0F0F0F0F) | high[k] << 4;
            store(key, i + 2, words);
        }
    }
}

static __attribute__((noinline)) void expand_256(ev_aes_key_t *key, const uint8_t *bytes) {
    uint32_t low[8], high[8], scratch[8];
    unsigned constant = 1;
    to_planes(low, bytes, 16);
    to_planes(high, bytes + 16, 16);
    store(key, 0, low);
    store(key, 1, high);
    for (unsigned i = 2;; i += 2, constant = twice(constant)) {
        next_words(low, high, 3, 1, constant, scratch);
        store(key, i, low);
        if (i == 14) break;
        next_words(high, low, 3, 0, 0, scratch);
        store(key, i + 1, high);
    }
}

ev_status_t ev_aes_set_key(ev_aes_key_t *key, const void *bytes, size_t length) {
    if (bytes == NULL) return EV_NULL;
    if (length != 16 && length != 24 && length != 32) return EV_BAD_KEY_LENGTH;
    key->rounds = (unsigned)length / 4 + 6;
    if (length == 16)
        expand_128(key, bytes);
    else if (length == 24)
        expand_192(key, bytes);
    else
        expand_256(key, bytes);
    ev_wipe_stack(length == 16 ? EXPAND_128_WORDS : EXPAND_WORDS);
    return EV_OK;
}
