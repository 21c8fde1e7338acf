// SPDX-License-Identifier: Apache-2.0
// GF(2^233) and multiples of a point of B-233 by the paper's algorithms, for comparison only: their time and addresses
// depend on operands and on the scalar, so no library has them. Karatsuba's method down to 27 products of words, squares
// by zeros between the bits, a ladder on x with six products and five squares a step. WHAT says what is measured: mul, sqr
// or point. Reads operands from the file "in", writes results to "out". A call is measured with its return.
#include "paper.h"

#include <stdio.h>
#include <string.h>

#include "bench.h"

enum { W = 8, BITS = 233, COUNT = 4 };

// f = x^233 + x^74 + 1
static void reduce(uint32_t *r, uint32_t *c) {
    for (int i = 2 * W - 1; i >= W; i--) {
        const uint32_t t = c[i];
        c[i - 8] ^= t << 23;
        c[i - 7] ^= t >> 9;
        c[i - 5] ^= t << 1;
        c[i - 4] ^= t >> 31;
    }
    const uint32_t t = c[7] >> 9;
    c[0] ^= t;
    c[2] ^= t << 10;
    c[3] ^= t >> 22;
    c[7] &= 0x1ff;
    for (int i = 0; i < W; i++) r[i] = c[i];
}

static void product_1(uint32_t *c, const uint32_t *a, const uint32_t *b) {
    const uint64_t product = paper(*a, *b);
    c[0] = (uint32_t)product;
    c[1] = (uint32_t)(product >> 32);
}

// Karatsuba's method: twice the length from three products of halves.
#define PRODUCT(n, half)                                                               \
    static void product_##n(uint32_t *c, const uint32_t *a, const uint32_t *b) {       \
        uint32_t sa[half], sb[half], m[2 * half];                                      \
        for (int i = 0; i < half; i++) {                                               \
            sa[i] = a[i] ^ a[half + i];                                                \
            sb[i] = b[i] ^ b[half + i];                                                \
        }                                                                              \
        product_##half(c, a, b);                                                       \
        product_##half(c + 2 * half, a + half, b + half);                              \
        product_##half(m, sa, sb);                                                     \
        for (int i = 0; i < 2 * half; i++) m[i] ^= c[i] ^ c[2 * half + i];             \
        for (int i = 0; i < 2 * half; i++) c[half + i] ^= m[i];                        \
    }
PRODUCT(2, 1)
PRODUCT(4, 2)
PRODUCT(8, 4)

static __attribute__((noinline)) void mul(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    uint32_t c[2 * W];
    product_8(c, a, b);
    reduce(r, c);
}

static uint32_t spread(uint32_t x) {
    x = (x ^ x << 8) & 0x00ff00ff;
    x = (x ^ x << 4) & 0x0f0f0f0f;
    x = (x ^ x << 2) & 0x33333333;
    return (x ^ x << 1) & 0x55555555;
}

static __attribute__((noinline)) void sqr(uint32_t *r, const uint32_t *a) {
    uint32_t c[2 * W];
    for (int i = 0; i < W; i++) {
        c[2 * i] = spread(a[i] & 0xffff);
        c[2 * i + 1] = spread(a[i] >> 16);
    }
    reduce(r, c);
}

static void add(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    for (int i = 0; i < W; i++) r[i] = a[i] ^ b[i];
}

static void sqrn(uint32_t *r, const uint32_t *a, int n) {
    sqr(r, a);
    while (--n > 0) sqr(r, r);
}

// Itoh and Tsujii: 232 = 11101000 in binary.
static void inverse(uint32_t *r, const uint32_t *a) {
    uint32_t t[W], u[W];
    int have = 1;
    memcpy(t, a, sizeof t);
    for (int bit = 6; bit >= 0; bit--) {
        sqrn(u, t, have);
        mul(t, u, t);
        have *= 2;
        if (232 >> bit & 1) {
            sqr(t, t);
            mul(t, t, a);
            have++;
        }
    }
    sqr(r, t);
}

// r = k (x, y) for a k with bit 232 set.
static __attribute__((noinline)) void point(uint32_t r[2 * W], const uint32_t *k, const uint32_t *x, const uint32_t *y,
                                            const uint32_t *b) {
    uint32_t state[4][W], t[W], u[W];
    uint32_t *x1 = state[0], *z1 = state[1], *x2 = state[2], *z2 = state[3];
    memset(state, 0, sizeof state);
    memcpy(x1, x, sizeof t);
    z1[0] = 1;
    sqr(z2, x);
    sqr(x2, z2);
    add(x2, x2, b);
    for (int i = BITS - 2; i >= 0; i--) {
        const uint32_t one = k[i / 32] >> i % 32 & 1;
        uint32_t *const ax = one ? x1 : x2, *const az = one ? z1 : z2;  // becomes the sum
        uint32_t *const dx = one ? x2 : x1, *const dz = one ? z2 : z1;  // is doubled
        mul(t, ax, dz);
        mul(u, az, dx);
        add(az, t, u);
        sqr(az, az);
        mul(t, t, u);
        mul(ax, x, az);
        add(ax, ax, t);
        sqr(t, dx);
        sqr(u, dz);
        mul(dz, t, u);
        sqr(t, t);
        sqr(u, u);
        mul(u, b, u);
        add(dx, t, u);
    }
    // y from x of k P and of (k + 1) P, with one inverse.
    mul(t, z1, z2);  // z1 z2
    mul(z1, z1, x);  // x z1
    add(u, x1, z1);  // x1 + x z1
    mul(z2, z2, x);  // x z2
    mul(x1, x1, z2);  // x x1 z2
    add(x2, x2, z2);  // x2 + x z2
    mul(u, u, x2);
    sqr(z1, x);
    add(z1, z1, y);
    mul(z1, z1, t);
    add(u, u, z1);  // (x1 + x z1) (x2 + x z2) + (x^2 + y) z1 z2
    mul(t, t, x);
    inverse(t, t);  // 1 / (x z1 z2)
    mul(r, x1, t);  // x1 / z1
    mul(u, u, t);
    add(t, r, x);
    mul(u, u, t);
    add(r + W, u, y);
}

static uint32_t in[COUNT][4][W], out[COUNT][2 * W];

int main(void) {
    FILE *f = fopen("in", "rb");
    if (f == NULL || fread(in, sizeof in, 1, f) != 1) return 1;
    fclose(f);
    for (int i = 0; i < COUNT; i++) {
        uint32_t(*const a)[W] = in[i];
        bench_begin();
        if (WHAT == 0) mul(out[i], a[0], a[1]);
        if (WHAT == 1) sqr(out[i], a[0]);
        if (WHAT == 2) point(out[i], a[0], a[1], a[2], a[3]);
        bench_end("paper");
        if (WHAT == 2) break;
    }
    f = fopen("out", "wb");
    if (f == NULL || fwrite(out, sizeof out, 1, f) != 1) return 1;
    return fclose(f) ? 1 : 0;
}
