// SPDX-License-Identifier: Apache-2.0
#include "ec_recode.h"

#include <string.h>

// Bits at .. at + width - 1 of k, zeros above its words.
static uint32_t bits_of(const uint32_t *k, int words, int at, int width) {
    const int w = at >> 5, s = at & 31;
    uint32_t t = w < words ? k[w] >> s : 0;
    if (s && w + 1 < words) t |= k[w + 1] << (32 - s);
    return t & ((1u << width) - 1);
}

int ev_ec_recode_naf_vartime(int8_t *digits, const uint32_t *k, int words, int width) {
    const int size = 1 << width;
    int count = 0, carry = 0;
    memset(digits, 0, 32 * (size_t)words + 1);
    for (int i = 0; i < 32 * words || carry; i++) {
        int d = (int)bits_of(k, words, i, width) + carry;
        if (!(d & 1)) continue;
        carry = d > size / 2;
        if (carry) d -= size;
        digits[i] = (int8_t)d;
        count = i + 1;
        i += width - 1;
    }
    return count;
}
