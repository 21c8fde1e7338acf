// SPDX-License-Identifier: Apache-2.0
// GHASH in constant time on a core without a carry-less multiplier.
//
// A 32-bit carry-less product comes from integer products of operands with holes. With every fourth bit kept, the sum
// of a column fits in the hole, and one bit of each column is taken (Pornin, BearSSL "ctmul32"). This gives the lower
// word. The upper word is the lower one of the reversed operands, reversed. Karatsuba twice makes 128 x 128 bits from
// nine word products. It is constant time where MULS is, as on every Cortex-M0 and M0+.
#include "aes_bytes.h"

static uint32_t low_product(uint32_t x, uint32_t y) {
    const uint32_t m0 = 0x11111111, m1 = 0x22222222, m2 = 0x44444444, m3 = 0x88888888;
    const uint32_t x0 = x & m0, x1 = x & m1, x2 = x & m2, x3 = x & m3;
    const uint32_t y0 = y & m0, y1 = y & m1, y2 = y & m2, y3 = y & m3;
    const uint32_t z0 = (x0 * y0) ^ (x1 * y3) ^ (x2 * y2) ^ (x3 * y1);
    const uint32_t z1 = (x0 * y1) ^ (x1 * y0) ^ (x2 * y3) ^ (x3 * y2);
    const uint32_t z2 = (x0 * y2) ^ (x1 * y1) ^ (x2 * y0) ^ (x3 * y3);
    const uint32_t z3 = (x0 * y3) ^ (x1 * y2) ^ (x2 * y1) ^ (x3 * y0);
    return (z0 & m0) | (z1 & m1) | (z2 & m2) | (z3 & m3);
}

static uint32_t reverse_bits(uint32_t x) {
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0F0F0F0F) | (x & 0x0F0F0F0F) << 4;
    return ev_big_endian(x);
}

// Words 0..3, and the sums for Karatsuba's method: 01, 23, 02, 13, 0123.
static void sums(uint32_t w[9]) {
    w[4] = w[0] ^ w[1];
    w[5] = w[2] ^ w[3];
    w[6] = w[0] ^ w[2];
    w[7] = w[1] ^ w[3];
    w[8] = w[6] ^ w[7];
}

// H / x, because the product of the reversed numbers is one bit too low.
void ev_ghash_expand(ev_ghash_key_t *key, const void *h) {
    uint32_t w[4], carry = 0;
    memcpy(w, h, sizeof w);
    for (int i = 0; i < 4; i++) {
        const uint32_t x = ev_big_endian(w[3 - i]);
        key->h[i] = x << 1 | carry;
        carry = secret_top_bit(x);
    }
    key->h[0] ^= carry;
    key->h[3] ^= 0xC2000000 & secret_mask(carry);
    for (int i = 0; i < 4; i++) key->h[9 + i] = reverse_bits(key->h[i]);
    sums(key->h);
    sums(key->h + 9);
    ev_wipe_words(w, sizeof w / 4);
}

// Adds the product of four words by four to p, from the lower (up = 0) or upper (up = 1) words of the nine products.
static void combine(uint32_t p[8], const uint32_t c[9], unsigned up) {
    const uint32_t low = c[0] ^ c[1] ^ c[4], high = c[2] ^ c[3] ^ c[5], middle = c[6] ^ c[7] ^ c[8];
    p[up] ^= c[0];
    p[up + 1] ^= low;
    p[up + 2] ^= c[1] ^ c[0] ^ c[2] ^ c[6];
    p[up + 3] ^= low ^ high ^ middle;
    p[up + 4] ^= c[2] ^ c[1] ^ c[3] ^ c[7];
    p[up + 5] ^= high;
    p[up + 6] ^= c[3];
}

void ev_ghash_blocks(const ev_ghash_key_t *key, uint32_t y[4], const uint32_t *in, size_t blocks) {
    uint32_t a[9], b[9], p[8];
    for (; blocks > 0; blocks--, in += 4) {
        for (int i = 0; i < 4; i++) {
            a[i] = y[i] ^ ev_big_endian(in[3 - i]);
            b[i] = reverse_bits(a[i]);
            p[i] = p[4 + i] = 0;
        }
        sums(a);
        sums(b);
        for (int i = 0; i < 9; i++) {
            a[i] = low_product(a[i], key->h[i]);
            b[i] = reverse_bits(low_product(b[i], key->h[9 + i])) >> 1;
        }
        combine(p, a, 0);
        combine(p, b, 1);
        // x^128 = x^7 + x^2 + x + 1: the lower words, which are the higher powers, fold upwards.
        for (int i = 0; i < 4; i++) {
            p[i + 3] ^= p[i] << 31 ^ p[i] << 30 ^ p[i] << 25;
            p[i + 4] ^= p[i] ^ p[i] >> 1 ^ p[i] >> 2 ^ p[i] >> 7;
        }
        for (int i = 0; i < 4; i++) y[i] = p[4 + i];
    }
    ev_wipe_words(a, sizeof a / 4);
    ev_wipe_words(b, sizeof b / 4);
    ev_wipe_words(p, sizeof p / 4);
}
