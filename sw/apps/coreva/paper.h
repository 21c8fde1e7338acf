// SPDX-License-Identifier: Apache-2.0
#ifndef PAPER_H
#define PAPER_H
#include <stdint.h>

// The paper's method, for comparison only: windows of three bits select from a table in memory. Its addresses depend on the
// operands, so it is not for secrets. Bits that leave the table's words come back by two masks.
static __attribute__((noinline)) uint64_t paper(uint32_t a, uint32_t b) {
    uint32_t table[8], low = 0, high = 0;
    table[0] = 0;
    table[1] = a;
    for (int i = 2; i < 8; i += 2) {
        table[i] = table[i / 2] << 1;
        table[i + 1] = table[i] ^ a;
    }
    for (int i = 0; i < 32; i += 3) {
        const uint32_t part = table[b >> i & 7];
        low ^= part << i;
        if (i) high ^= part >> (32 - i);
    }
    // A bit of b at place 0 or 1 of its window moves the two highest bits of a out of the table's word.
    high ^= (0 - (a >> 31)) & (b & 0xb6db6db6) >> 1;
    high ^= (0 - (a >> 30 & 1)) & (b & 0x24924924) >> 2;
    return (uint64_t)high << 32 | low;
}
#endif
