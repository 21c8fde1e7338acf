// SPDX-License-Identifier: Apache-2.0
// The short BCH codes in portable C (see codes_backend.h): syndromes by nibble tables, Berlekamp-Massey on every second step,
// Chien search by Horner's rule; two errors by the closed solution.

#include "codes_backend.h"

#include "codes/portable/bch_short_tables.h"

void ev_bch31_11_low_start(void) {}

void ev_bch63_51_low_start(void) {}

static unsigned mul31(unsigned a, unsigned b) {
    return a && b ? ev_bch31_11_exp[ev_bch31_11_log[a] + ev_bch31_11_log[b]] : 0;
}

int ev_bch31_11_low_decode(uint32_t *word) {
    const uint32_t received = *word;
    if (received >> 31) return EV_BCH_LOW_BEYOND;
    uint32_t odd = 0;
    for (unsigned i = 0; i < 8; i++) odd ^= ev_bch31_11_syndromes[i][received >> (4 * i) & 15];
    if (odd == 0) return 0;
    uint8_t s[11];
    for (unsigned i = 0; i < 4; i++) s[2 * i + 1] = (uint8_t)(odd >> (8 * i));
    for (unsigned i = 2; i <= 8; i += 2) s[i] = (uint8_t)mul31(s[i / 2], s[i / 2]);
    s[10] = (uint8_t)mul31(s[5], s[5]);
    const unsigned square = mul31(s[10], s[10]);        // S5^4; S9 = S5^8
    s[9] = (uint8_t)mul31(square, square);
    // Berlekamp-Massey for binary codes: the discrepancies of the even steps are 0.
    uint8_t locator[8] = {1}, previous[8] = {0, 1};
    unsigned length = 0, scale = 0;   // logarithm of the previous discrepancy
    for (unsigned k = 0; k < 5; k++) {
        unsigned discrepancy = s[2 * k + 1];
        for (unsigned i = 1; i <= length && i <= 2 * k; i++) discrepancy ^= mul31(locator[i], s[2 * k + 1 - i]);
        uint8_t old[6];
        int grows = 0;
        if (discrepancy) {
            unsigned factor = ev_bch31_11_log[discrepancy] + 31u - scale;
            if (factor >= 31) factor -= 31;
            grows = length <= k;
            if (grows) {
                for (unsigned i = 0; i < 6; i++) old[i] = locator[i];
                length = 2 * k + 1 - length;
                if (length > 5) return EV_BCH_LOW_BEYOND;
                scale = ev_bch31_11_log[discrepancy];
            }
            for (unsigned i = 1; i < 6; i++)
                if (previous[i]) locator[i] ^= ev_bch31_11_exp[factor + ev_bch31_11_log[previous[i]]];
        }
        const uint8_t *const from = grows ? old : previous;
        for (unsigned i = 5; i >= 2; i--) previous[i] = from[i - 2];
        previous[0] = previous[1] = 0;
    }
    if (locator[length] == 0) return EV_BCH_LOW_BEYOND;
    uint32_t pattern = 0;
    unsigned found = 0;
    for (unsigned place = 0, point = 0; place < 31; place++) {
        const uint8_t *const times = ev_bch31_11_exp + point;   // alpha^-place
        unsigned value = locator[length];
        for (unsigned i = length; i-- > 0;) value = (value ? times[ev_bch31_11_log[value]] : 0) ^ locator[i];
        if (value == 0) {
            pattern |= 1u << place;
            if (++found == length) {
                *word = received ^ pattern;
                return (int)length;
            }
        }
        point = point ? point - 1 : 30;
    }
    return EV_BCH_LOW_BEYOND;
}

// Corrects up to two errors. `word` is the full word of the code.
int ev_bch63_51_low_decode(uint32_t word[2]) {
    if (word[1] >> 31) return EV_BCH_LOW_BEYOND;
    unsigned odd = 0;
    for (unsigned i = 0; i < 8; i++) {
        odd ^= ev_bch63_51_syndromes[i][word[0] >> (4 * i) & 15];
        odd ^= ev_bch63_51_syndromes[i + 8][word[1] >> (4 * i) & 15];
    }
    if (odd == 0) return 0;
    const unsigned s1 = odd & 0xFF, s3 = odd >> 8;
    if (s1 == 0) return EV_BCH_LOW_BEYOND;
    const unsigned log1 = ev_bch63_51_log[s1];
    unsigned cube = 3 * log1;
    while (cube >= 63) cube -= 63;
    unsigned rest = ev_bch63_51_exp[cube] ^ s3;
    if (rest == 0) {
        word[log1 / 32] ^= 1u << log1 % 32;
        return 1;
    }
    // X1 = S1 y, y^2 + y = (S3 + S1^3) / S1^3. Tries all powers as y; y and y + 1 give the two errors.
    const unsigned right = ev_bch63_51_exp[ev_bch63_51_log[rest] + 63 - cube];
    for (unsigned i = 1; i < 63; i++) {
        const unsigned y = ev_bch63_51_exp[i];
        if ((ev_bch63_51_exp[i < 32 ? 2 * i : 2 * i - 63] ^ y) != right) continue;
        unsigned x1 = i + log1, x2 = ev_bch63_51_log[y ^ 1] + log1;
        if (x1 >= 63) x1 -= 63;
        if (x2 >= 63) x2 -= 63;
        word[x1 / 32] ^= 1u << x1 % 32;
        word[x2 / 32] ^= 1u << x2 % 32;
        return 2;
    }
    return EV_BCH_LOW_BEYOND;
}
