// SPDX-License-Identifier: Apache-2.0
// A load for measuring simulators: the work of syndromes.c by the Galois-field instructions, four bytes at a time.
// argv[1]: words. Prints the same checksum as syndromes.c.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "fields.h"
#include "gfp.h"

enum { N = 255, ROOTS = 16, DEGREE = 8, LANES = 4 };

static uint32_t root[ROOTS / LANES], step[DEGREE / LANES];  // four powers of alpha each, the lowest in the low byte
static uint8_t word[N];

static void powers(uint32_t *out, int words, unsigned first) {
    uint32_t x = 1;
    while (first-- > 0) x = gf_mul(x, 2);
    for (int i = 0; i < words; i++) {
        out[i] = 0;
        for (int lane = 0; lane < LANES; lane++, x = gf_mul(x, 2)) out[i] |= x << (8 * lane);
    }
}

static __attribute__((noinline)) void syndromes(const uint8_t *in, uint32_t *out) {
    for (int r = 0; r < ROOTS / LANES; r++) {
        uint32_t s = 0;
        for (int i = 0; i < N; i++) s = gf_mul(s, root[r]) ^ in[i] * 0x01010101u;
        out[r] = s;
    }
}

static __attribute__((noinline)) unsigned search(const uint32_t *coefficient) {
    unsigned found = 0;
    uint32_t low = coefficient[0], high = coefficient[1];
    for (int i = 0; i < N; i++) {
        uint32_t value = low ^ high;
        value ^= value >> 16;
        value ^= value >> 8;
        found += (value & 0xff) == 1;
        low = gf_mul(low, step[0]);
        high = gf_mul(high, step[1]);
    }
    return found;
}

int main(int argc, char **argv) {
    const int words = argc > 1 ? atoi(argv[1]) : 10;
    gf_cfg(&GF_FIELD_0x11d);
    powers(root, ROOTS / LANES, 0);
    powers(step, DEGREE / LANES, 1);
    uint32_t seed = 1, sum = 0;
    for (int w = 0; w < words; w++) {
        for (int i = 0; i < N; i++) {
            seed = seed * 1664525u + 1013904223u;
            word[i] = (uint8_t)(seed >> 24);
        }
        uint32_t s[ROOTS / LANES];
        syndromes(word, s);
        for (int i = 0; i < ROOTS; i++) sum = sum * 33 + (uint8_t)(s[i / LANES] >> (8 * (i % LANES)));
        sum += search(s) + search(s + DEGREE / LANES);
    }
    printf("sum %08lx\n", (unsigned long)sum);
    return 0;
}
