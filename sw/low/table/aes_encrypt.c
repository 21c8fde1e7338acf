// SPDX-License-Identifier: Apache-2.0
// AES encryption by a table of 1 KiB and an S-box of 256 bytes. NOT FOR SECRETS: the addresses it reads depend on key
// and data. It is a baseline for measurements, of the kind that the literature compares with.
#include "aes_bytes.h"
#include "aes_tables.h"

// One column of a round. Its bytes come from the columns that ShiftRows takes them from.
static inline uint32_t column(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const uint32_t *t = ev_aes_table_encrypt;
    return t[ev_aes_table_byte(a, 0)] ^ ev_aes_table_rotate(t[ev_aes_table_byte(b, 1)], 8) ^
           ev_aes_table_rotate(t[ev_aes_table_byte(c, 2)], 16) ^ ev_aes_table_rotate(t[ev_aes_table_byte(d, 3)], 24);
}

static inline uint32_t last_column(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const uint8_t *s = ev_aes_table_sbox;
    return s[ev_aes_table_byte(a, 0)] | (uint32_t)s[ev_aes_table_byte(b, 1)] << 8 | (uint32_t)s[ev_aes_table_byte(c, 2)] << 16 |
           (uint32_t)s[ev_aes_table_byte(d, 3)] << 24;
}

void ev_aes_encrypt(const ev_aes_key_t *key, void *out, const void *in) {
    const uint32_t *k = key->schedule;
    uint32_t s[4];
    ev_aes_copy_block(s, in);
    uint32_t a = s[0] ^ k[0], b = s[1] ^ k[1], c = s[2] ^ k[2], d = s[3] ^ k[3];
    for (unsigned round = 1; round < key->rounds; round++) {
        k += 4;
        s[0] = column(a, b, c, d) ^ k[0];
        s[1] = column(b, c, d, a) ^ k[1];
        s[2] = column(c, d, a, b) ^ k[2];
        s[3] = column(d, a, b, c) ^ k[3];
        a = s[0], b = s[1], c = s[2], d = s[3];
    }
    s[0] = last_column(a, b, c, d) ^ k[4];
    s[1] = last_column(b, c, d, a) ^ k[5];
    s[2] = last_column(c, d, a, b) ^ k[6];
    s[3] = last_column(d, a, b, c) ^ k[7];
    ev_aes_copy_block(out, s);
}

void ev_aes_encrypt_words(const ev_aes_key_t *key, uint32_t *out, const uint32_t *in, size_t blocks) {
    for (; blocks > 0; blocks--, in += 4, out += 4) ev_aes_encrypt(key, out, in);
}
