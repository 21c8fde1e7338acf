// SPDX-License-Identifier: Apache-2.0
// Chooses the syndrome kernel, and gives it a word that is aligned and, where the kernel wants 255 symbols, padded.

#include <string.h>

#include "gfp.h"
#include "rs_tables.h"

void ev_rs_syndromes_fold(const uint32_t *word, const uint32_t *passes, uint8_t *syndromes, uint32_t *folded);
void ev_rs_syndromes_direct(const uint32_t *word, const uint32_t *passes, uint8_t *syndromes, unsigned body,
                         uint32_t mask);

static inline uint32_t any_of(const uint32_t *syndromes, unsigned last) {
    if (last == 4) return syndromes[0] | syndromes[1] | syndromes[2] | syndromes[3] | syndromes[4];
    uint32_t any = syndromes[last];
    for (; last >= 4; last -= 4, syndromes += 4) any |= syndromes[0] | syndromes[1] | syndromes[2] | syndromes[3];
    for (; last > 0; last--) any |= *syndromes++;
    return any;
}

// The folded kernel reads 255 symbols. It takes those from 168 on (C in its header) from `third`.
enum { THIRD = 168 / 4 };

static inline void folded_syndromes(const uint32_t *low, const uint32_t *word, const uint32_t *third, uint32_t *syndromes,
                                    uint32_t *folded) {
    folded[0] = (uint32_t)(uintptr_t)third;
    ev_rs_syndromes_fold(word, low + EV_RS_LOW_PASSES, (uint8_t *)syndromes, folded);
}

// Through a copy that is aligned and, for the folded kernel, padded with zeros.
static void copied(const ev_rs_code_t *code, const uint8_t *word, uint32_t *syndromes) {
    const uint32_t *const low = code->low;
    uint32_t copy[64], folded[66];
    const unsigned words = low[EV_RS_LOW_FOLDED] ? 64 : low[EV_RS_LOW_BODY] + 1;
    for (unsigned w = code->n / 4u; w < words; w++) copy[w] = 0;
    memcpy(copy, word, code->n);
    if (low[EV_RS_LOW_FOLDED])
        folded_syndromes(low, copy, copy + THIRD, syndromes, folded);
    else
        ev_rs_syndromes_direct(copy, low + EV_RS_LOW_PASSES, (uint8_t *)syndromes, low[EV_RS_LOW_BODY], low[EV_RS_LOW_MASK]);
}

// A shortened word of which only C has to be padded.
static void padded(const ev_rs_code_t *code, const uint32_t *word, uint32_t *syndromes) {
    uint32_t third[64 - THIRD], folded[66];
    const uint32_t *from = word + THIRD;
    uint32_t *to = third;
    const uint32_t *const last = word + code->low[EV_RS_LOW_BODY];   // the word with the last symbol
    while (from < last) *to++ = *from++;
    *to++ = *from & code->low[EV_RS_LOW_MASK];
    // volatile: a call of memset takes longer.
    for (volatile uint32_t *zero = to; zero < third + (64 - THIRD); zero++) *zero = 0;
    folded_syndromes(code->low, word, third, syndromes, folded);
}

void ev_rs_low_start(const ev_rs_code_t *code) { gf_cfg((const gf_field_t *)code->field); }

// Any word except 255 aligned symbols for the folded kernel.
static __attribute__((noinline)) void other(const ev_rs_code_t *code, const uint8_t *word, uint32_t *syndromes) {
    const uint32_t *const low = code->low;
    if ((uintptr_t)word & 3 || (low[EV_RS_LOW_FOLDED] && code->n <= 170))
        copied(code, word, syndromes);
    else if (low[EV_RS_LOW_FOLDED])
        padded(code, (const uint32_t *)word, syndromes);
    else
        ev_rs_syndromes_direct((const uint32_t *)word, low + EV_RS_LOW_PASSES, (uint8_t *)syndromes, low[EV_RS_LOW_BODY],
                            low[EV_RS_LOW_MASK]);
}

unsigned ev_rs_low_syndromes(const ev_rs_code_t *code, const uint8_t *word, uint8_t *syndromes) {
    uint32_t folded[66];
    uint32_t *const words = (uint32_t *)syndromes;
    words[code->checks / 4u] = 0;
    gf_cfg((const gf_field_t *)code->field);
    if (((uintptr_t)word & 3) == 0 && code->n == 255 && code->low[EV_RS_LOW_FOLDED])
        folded_syndromes(code->low, (const uint32_t *)word, (const uint32_t *)word + THIRD, words, folded);
    else
        other(code, word, words);
    return any_of(words, code->checks / 4u);
}
