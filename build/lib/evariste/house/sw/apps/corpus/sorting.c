// SPDX-License-Identifier: Apache-2.0
// qsort and bsearch with a comparison through a pointer; a linear congruential generator makes the data.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t state = 1;
static uint32_t next(void) { return state = state * 1664525u + 1013904223u; }

static int ascending(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int by_low_byte(const void *a, const void *b) {
    const int x = *(const uint32_t *)a & 255, y = *(const uint32_t *)b & 255;
    return x != y ? y - x : ascending(a, b);
}

int main(void) {
    static uint32_t data[500];
    for (int i = 0; i < 500; i++) data[i] = next();
    qsort(data, 500, sizeof data[0], ascending);
    uint32_t sum = 0;
    int sorted = 1;
    for (int i = 0; i < 500; i++) {
        sum = sum * 31 + data[i];
        if (i && data[i - 1] > data[i]) sorted = 0;
    }
    printf("sorted %d sum %08x first %08x last %08x\n", sorted, (unsigned)sum, (unsigned)data[0], (unsigned)data[499]);
    const uint32_t key = data[123];
    const uint32_t *found = bsearch(&key, data, 500, sizeof data[0], ascending);
    printf("found at %d\n", (int)(found - data));
    qsort(data, 500, sizeof data[0], by_low_byte);
    for (int i = 0; i < 500; i += 100) printf("%02x ", (unsigned)(data[i] & 255));
    printf("\n");
    return 0;
}
