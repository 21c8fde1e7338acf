// SPDX-License-Identifier: Apache-2.0
// AES key expansion by S-box table, for both directions (FIPS 197, 5.2 and 5.3.5). NOT FOR SECRETS: the addresses it
// reads depend on the key.
#include "aes_bytes.h"
#include "aes_tables.h"

static uint32_t substitute(uint32_t w) {
    const uint8_t *s = ev_aes_table_sbox;
    return s[ev_aes_table_byte(w, 0)] | (uint32_t)s[ev_aes_table_byte(w, 1)] << 8 | (uint32_t)s[ev_aes_table_byte(w, 2)] << 16 |
           (uint32_t)s[ev_aes_table_byte(w, 3)] << 24;
}

static uint32_t inv_mix_column(uint32_t w) {
    uint32_t out = 0;
    for (unsigned n = 4; n-- > 0;)
        out = ev_aes_table_rotate(out, 8) ^ ev_aes_table_decrypt[ev_aes_table_sbox[ev_aes_table_byte(w, n)]];
    return out;
}

ev_status_t ev_aes_set_key(ev_aes_key_t *key, const void *bytes, size_t length) {
    if (bytes == NULL) return EV_NULL;
    if (length != 16 && length != 24 && length != 32) return EV_BAD_KEY_LENGTH;
    const unsigned words = (unsigned)length / 4;
    uint32_t *w = key->schedule, *inverse = key->schedule + EV_AES_SCHEDULE_WORDS / 2;
    uint32_t constant = 1;
    key->rounds = words + 6;
    memcpy(w, bytes, length);
    for (unsigned i = words, n = 0; i < 4 * (key->rounds + 1); i++, n = n + 1 < words ? n + 1 : 0) {    // n = i mod words
        uint32_t t = w[i - 1];
        if (n == 0) {
            t = substitute(ev_aes_table_rotate(t, 24)) ^ constant;
            constant = constant << 1 ^ (constant >> 7) * 0x11B;
        } else if (words == 8 && n == 4) {
            t = substitute(t);
        }
        w[i] = w[i - words] ^ t;
    }
    for (unsigned round = 0; round <= key->rounds; round++)
        for (unsigned c = 0; c < 4; c++) {
            const uint32_t k = w[4 * (key->rounds - round) + c];
            inverse[4 * round + c] = round == 0 || round == key->rounds ? k : inv_mix_column(k);
        }
    return EV_OK;
}
