// SPDX-License-Identifier: Apache-2.0
// The rare courses of Berlekamp-Massey for BCH(31, 11): the steps of bch31_11.S, with branches.

#include "gfp.h"

enum { SPLAT = 0x01010101 };

extern const uint8_t bch31_11_values[3][32];   // at alpha^3, alpha^5, alpha^7, of residues (bch31_11.S)
unsigned bch31_11_locator(uint32_t word, uint32_t locator[2]);

static inline uint32_t residue(uint32_t word, uint32_t reciprocal, uint32_t polynomial) {
    return word ^ gf_mul32_lo((uint32_t)(gf_mul32(word, reciprocal) >> 32), polynomial);
}

// Writes the locator's coefficients of x^1 .. x^4 (bytes of the first word) and of x^5; returns its degree, 0 when it is
// above 5 or not that of a locator.
unsigned bch31_11_locator(uint32_t word, uint32_t locator[2]) {
    uint32_t odd[5];
    odd[0] = residue(word, 0x967c6ea, 0x25);
    odd[1] = bch31_11_values[0][residue(word, 0xc9f715a, 0x3d)];
    odd[2] = bch31_11_values[1][residue(word, 0xe6fa256, 0x37)];
    odd[3] = bch31_11_values[2][residue(word, 0xb51df26, 0x2f)];
    odd[4] = gf_pow(odd[2], 8);
    uint32_t window = 0, low = 0, high = 0;                     // locator: x^1 .. x^4, x^5
    uint32_t previous = 1, previous_high = 0, inverse = SPLAT;   // x * 1
    unsigned length = 0;
    for (unsigned k = 0; k < 5; k++) {
        uint32_t sum = gf_mul(low, window) ^ odd[k];
        if (high) sum ^= gf_mul(high, gf_pow(odd[0], k == 3 ? 2 : 4));   // with S[2k - 4]
        const uint64_t sums = gf_mul32(sum, SPLAT);
        const uint32_t discrepancy = (uint32_t)sums ^ (uint32_t)(sums >> 32);
        // S[2k + 2] is the square of S[k + 1], which is odd[0] or stands in the window's lane k - 1.
        const uint32_t even = gf_sq(k == 0 ? odd[0] : window >> (8 * k - 8) & 0xFF);
        uint32_t base = 0;
        if (discrepancy) {
            const uint32_t factor = gf_mul(discrepancy, inverse), old = low;
            low ^= gf_mul(factor, previous);
            high ^= gf_mul(factor, previous_high) & 0xFF;
            if (length <= k) {
                length = 2 * k + 1 - length;
                if (length > 5) return 0;
                previous = old;
                base = 0x100;
                inverse = gf_inv(discrepancy);
            }
        }
        previous_high = previous >> 16 & 0xFF;
        previous = previous << 16 | base;
        window = window << 16 | odd[k] << 8 | even;
    }
    locator[0] = low;
    locator[1] = high;
    if (length == 0) return 0;
    return (length == 5 ? high : low >> (8 * length - 8) & 0xFF) ? length : 0;
}
