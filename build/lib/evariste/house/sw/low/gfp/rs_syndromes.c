// SPDX-License-Identifier: Apache-2.0
// Chooses the syndrome kernel, and gives it a word that is aligned and, where the kernel wants 255 symbols, padded.

#include <string.h>

#include "gfp.h"
#include "rs_tables.h"

void rs_syndromes_fold(const uint32_t *word, const uint32_t *passes, uint8_t *syndromes, uint32_t *folded);
void rs_syndromes_direct(const uint32_t *word, const uint32_t *passes, uint8_t *syndromes, unsigned body,
                         uint32_t mask);

static uint32_t any_of(const uint32_t *syndromes, unsigned last) {
    uint32_t any = syndromes[last];
    for (; last >= 4; last -= 4, syndromes += 4) any |= syndromes[0] | syndromes[1] | syndromes[2] | syndromes[3];
    for (; last > 0; last--) any |= *syndromes++;
    return any;
}

// By way of a copy that is aligned and, for the folded kernel, padded with zeros.
static __attribute__((noinline)) uint32_t copied(const rs_code_t *code, const uint8_t *word, uint32_t *syndromes) {
    const uint32_t *const low = code->low;
    uint32_t copy[64], folded[66];
    const unsigned words = low[RS_LOW_FOLDED] ? 64 : low[RS_LOW_BODY] + 1;
    for (unsigned w = code->n / 4u; w < words; w++) copy[w] = 0;
    memcpy(copy, word, code->n);
    if (low[RS_LOW_FOLDED])
        rs_syndromes_fold(copy, low + RS_LOW_PASSES, (uint8_t *)syndromes, folded);
    else
        rs_syndromes_direct(copy, low + RS_LOW_PASSES, (uint8_t *)syndromes, low[RS_LOW_BODY], low[RS_LOW_MASK]);
    return any_of(syndromes, code->checks / 4u);
}

void rs_low_start(const rs_code_t *code) { gf_cfg(&code->field); }

unsigned rs_low_syndromes(const rs_code_t *code, const uint8_t *word, uint8_t *syndromes) {
    const uint32_t *const low = code->low;
    uint32_t *const words = (uint32_t *)syndromes;
    words[code->checks / 4u] = 0;
    gf_cfg(&code->field);
    if ((uintptr_t)word & 3 || (low[RS_LOW_FOLDED] && code->n < 255)) return copied(code, word, words);
    if (low[RS_LOW_FOLDED]) {
        uint32_t folded[66];
        rs_syndromes_fold((const uint32_t *)word, low + RS_LOW_PASSES, syndromes, folded);
    } else {
        rs_syndromes_direct((const uint32_t *)word, low + RS_LOW_PASSES, syndromes, low[RS_LOW_BODY],
                            low[RS_LOW_MASK]);
    }
    return any_of(words, code->checks / 4u);
}
