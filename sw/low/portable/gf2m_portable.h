// SPDX-License-Identifier: Apache-2.0
// Multiplication and squaring in GF(2^GF2M_DEGREE) for any 32-bit processor, in constant time: no table is indexed and
// nothing branches on an operand. Included once per field.
//
// A carry-less 16 x 16 product comes from integer multiplications of operands with holes: every fourth bit only, so
// that at most four partial products meet in a column and carries die in the three empty bits above it (as in
// BearSSL's ctmul). Words are combined by Karatsuba down to half-words; reduction is by shifts, term by term.
#include "gf2m_kernels.h"
#include "gf2m_names.h"

static inline uint32_t clmul16(uint32_t x, uint32_t y) {
    const uint32_t x0 = x & 0x1111, x1 = x & 0x2222, x2 = x & 0x4444, x3 = x & 0x8888;
    const uint32_t y0 = y & 0x1111, y1 = y & 0x2222, y2 = y & 0x4444, y3 = y & 0x8888;
    return (((x0 * y0) ^ (x1 * y3) ^ (x2 * y2) ^ (x3 * y1)) & 0x11111111u) |
           (((x0 * y1) ^ (x1 * y0) ^ (x2 * y3) ^ (x3 * y2)) & 0x22222222u) |
           (((x0 * y2) ^ (x1 * y1) ^ (x2 * y0) ^ (x3 * y3)) & 0x44444444u) |
           (((x0 * y3) ^ (x1 * y2) ^ (x2 * y1) ^ (x3 * y0)) & 0x88888888u);
}

static void clmul32(uint32_t c[2], uint32_t a, uint32_t b) {
    const uint32_t lo = clmul16(a & 0xffff, b & 0xffff), hi = clmul16(a >> 16, b >> 16);
    const uint32_t mid = clmul16((a ^ a >> 16) & 0xffff, (b ^ b >> 16) & 0xffff) ^ lo ^ hi;
    c[0] = lo ^ mid << 16;
    c[1] = hi ^ mid >> 16;
}

// c[2n] = a[n] b[n]; c does not overlap a or b.
static void product(uint32_t *c, const uint32_t *a, const uint32_t *b, int n) {
    if (n == 1) {
        clmul32(c, a[0], b[0]);
        return;
    }
    const int h = (n + 1) / 2, u = n - h;
    uint32_t sa[(W + 1) / 2], sb[(W + 1) / 2], m[W + 2];
    for (int i = 0; i < h; i++) {
        sa[i] = i < u ? a[i] ^ a[h + i] : a[i];
        sb[i] = i < u ? b[i] ^ b[h + i] : b[i];
    }
    product(c, a, b, h);
    product(c + 2 * h, a + h, b + h, u);
    product(m, sa, sb, h);
    for (int i = 0; i < 2 * h; i++) m[i] ^= c[i] ^ (i < 2 * u ? c[2 * h + i] : 0);
    for (int i = 0; i < 2 * h && h + i < 2 * n; i++) c[h + i] ^= m[i];  // beyond 2n the middle product is zero
}

// r = c[2W] modulo the field polynomial; c is used up.
static void reduce(uint32_t *r, uint32_t *c) {
    static const uint16_t terms[] = GF2M_FACT(TERMS);
    for (int i = 2 * W - 1; i >= W; i--) {
        const uint32_t w = c[i];
        for (unsigned k = 0; k < sizeof terms / sizeof *terms; k++) {
            const int down = GF2M_DEGREE - terms[k];  // bit 32 i falls to bit 32 i - down
            const int at = 32 * i - down, s = at & 31;
            c[at >> 5] ^= w << s;
            if (s) c[(at >> 5) + 1] ^= w >> (32 - s);
        }
    }
    const int top = GF2M_DEGREE & 31;
    const uint32_t v = c[W - 1] >> top;
    c[W - 1] ^= v << top;
    for (unsigned k = 0; k < sizeof terms / sizeof *terms; k++) {
        const int at = terms[k], s = at & 31;
        c[at >> 5] ^= v << s;
        if (s) c[(at >> 5) + 1] ^= v >> (32 - s);
    }
    for (int i = 0; i < W; i++) r[i] = c[i];
}

void GF2M(_mul_k)(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    uint32_t c[2 * W];
    product(c, a, b, W);
    reduce(r, c);
}

static uint32_t spread16(uint32_t x) {  // zeros between the bits
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

void GF2M(_sqr_k)(uint32_t *r, const uint32_t *a) {
    uint32_t c[2 * W];
    for (int i = W - 1; i >= 0; i--) {
        c[2 * i + 1] = spread16(a[i] >> 16);
        c[2 * i] = spread16(a[i] & 0xffff);
    }
    reduce(r, c);
}

void GF2M(_reduce_k)(uint32_t *r, const uint32_t *c) {
    uint32_t t[2 * W];
    for (int i = 0; i < 2 * W; i++) t[i] = c[i];
    reduce(r, t);
}
