// SPDX-License-Identifier: Apache-2.0
// Chooses the syndrome kernel, and gives it a word that is aligned and, where the kernel wants 255 symbols, padded.

#include <string.h>

#include "gfp.h"
#include "rs_tables.h"

void rs_syndromes_fold(const uint32_t *word, const uint32_t *passes, uint8_t *syndromes, uint32_t *folded);
void rs_syndromes_direct(const uint32_t *word, const uint32_t *passes, uint8_t *syndromes, unsigned body,
                         uint32_t mask);

static const uint32_t *padded(uint32_t *copy, unsigned words, const uint8_t *word, unsigned n) {
    uint8_t *const end = (uint8_t *)(copy + words);
    memcpy(copy, word, n);
    for (uint8_t *to = (uint8_t *)copy + n; to < end; to++) *to = 0;
    return copy;
}

void rs_low_start(const rs_code_t *code) { gf_cfg(&code->field); }

unsigned rs_low_syndromes(const rs_code_t *code, const uint8_t *word, uint8_t *syndromes) {
    const uint32_t *const low = code->low;
    const unsigned last = code->checks / 4u;
    uint32_t *const words = (uint32_t *)syndromes;
    words[last] = 0;
    gf_cfg(&code->field);
    const uint32_t *aligned = (const uint32_t *)word;
    const int crooked = ((uintptr_t)word & 3) != 0;
    if (low[RS_LOW_FOLDED]) {
        uint32_t folded[66], copy[64];
        if (crooked || code->n < 255) aligned = padded(copy, 64, word, code->n);
        rs_syndromes_fold(aligned, low + RS_LOW_PASSES, syndromes, folded);
    } else {
        uint32_t copy[64];
        if (crooked) aligned = padded(copy, low[RS_LOW_BODY] + 1, word, code->n);
        rs_syndromes_direct(aligned, low + RS_LOW_PASSES, syndromes, low[RS_LOW_BODY], low[RS_LOW_MASK]);
    }
    uint32_t any = 0;
    for (unsigned i = 0; i <= last; i++) any |= words[i];
    return any;
}
