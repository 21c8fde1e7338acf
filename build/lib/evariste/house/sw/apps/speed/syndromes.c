// SPDX-License-Identifier: Apache-2.0
// A load for measuring simulators: the inner loops of a Reed-Solomon decoder over GF(2^8) with logarithm tables
// (syndromes by Horner's rule, a Chien-like search of a polynomial of degree 8), on pseudo-random words.
// argv[1]: words. Prints a checksum.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 255, ROOTS = 16, DEGREE = 8, POLYNOMIAL = 0x11d };

static uint8_t logarithm[256], power[512], word[N];

static void tables(void) {
    unsigned x = 1;
    for (unsigned i = 0; i < N; i++) {
        power[i] = power[i + N] = (uint8_t)x;
        logarithm[x] = (uint8_t)i;
        x <<= 1;
        if (x & 0x100) x ^= POLYNOMIAL;
    }
}

static __attribute__((noinline)) void syndromes(const uint8_t *in, uint8_t *out) {
    for (unsigned root = 0; root < ROOTS; root++) {
        unsigned s = 0;
        for (unsigned i = 0; i < N; i++) {
            if (s != 0) s = power[logarithm[s] + root];
            s ^= in[i];
        }
        out[root] = (uint8_t)s;
    }
}

static __attribute__((noinline)) unsigned search(const uint8_t *coefficient) {
    unsigned found = 0;
    uint8_t term[DEGREE];
    for (unsigned j = 0; j < DEGREE; j++) term[j] = coefficient[j];
    for (unsigned i = 0; i < N; i++) {
        unsigned value = 1;
        for (unsigned j = 0; j < DEGREE; j++) {
            value ^= term[j];
            if (term[j] != 0) term[j] = power[logarithm[term[j]] + j + 1];
        }
        found += value == 0;
    }
    return found;
}

int main(int argc, char **argv) {
    const int words = argc > 1 ? atoi(argv[1]) : 10;
    tables();
    uint32_t seed = 1, sum = 0;
    for (int w = 0; w < words; w++) {
        for (unsigned i = 0; i < N; i++) {
            seed = seed * 1664525u + 1013904223u;
            word[i] = (uint8_t)(seed >> 24);
        }
        uint8_t s[ROOTS];
        syndromes(word, s);
        for (unsigned i = 0; i < ROOTS; i++) sum = sum * 33 + s[i];
        sum += search(s) + search(s + DEGREE);
    }
    printf("sum %08lx\n", (unsigned long)sum);
    return 0;
}
