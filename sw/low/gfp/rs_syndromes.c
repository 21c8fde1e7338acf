// SPDX-License-Identifier: Apache-2.0
// The syndromes of words that ev_rs_low_syndromes (rs_syndromes_fold.S) does not take itself: chooses the kernel, and gives
// it a word that is aligned and, where the kernel wants 255 symbols, padded.

#include <stddef.h>
#include <string.h>

#include "gfp.h"
#include "rs_tables.h"

// What rs_syndromes_fold.S knows of these.
_Static_assert(offsetof(ev_rs_code_t, field) == 0 && (offsetof(ev_rs_code_t, low) == 20 || sizeof(void *) != 4), "CODE_LOW");
_Static_assert(4 * EV_RS_LOW_PASSES == 36 && EV_RS_LOW_FOLDED == 0 && EV_RS_FOLDED_WHOLE == 2, "LOW_PASSES, WHOLE");

unsigned ev_rs_syndromes_fold(const uint32_t *third, const uint32_t *word, uint8_t *syndromes, const uint32_t *passes);
void ev_rs_syndromes_direct(const uint32_t *word, const uint32_t *passes, uint8_t *syndromes, unsigned body,
                         uint32_t mask);

enum { THIRD = 168 / 4 };

static inline unsigned folded(const uint32_t *low, const uint32_t *word, const uint32_t *third, uint32_t *syndromes) {
    return ev_rs_syndromes_fold(third, word, (uint8_t *)syndromes, low + EV_RS_LOW_PASSES);
}

static inline unsigned direct(const ev_rs_code_t *code, const uint32_t *word, uint32_t *syndromes) {
    const uint32_t *const low = code->low;
    unsigned last = code->checks / 4u;
    syndromes[last] = 0;
    ev_rs_syndromes_direct(word, low + EV_RS_LOW_PASSES, (uint8_t *)syndromes, low[EV_RS_LOW_BODY], low[EV_RS_LOW_MASK]);
    if (last == 4) return syndromes[0] | syndromes[1] | syndromes[2] | syndromes[3] | syndromes[4];
    uint32_t any = syndromes[last];
    for (; last >= 4; last -= 4, syndromes += 4) any |= syndromes[0] | syndromes[1] | syndromes[2] | syndromes[3];
    for (; last > 0; last--) any |= *syndromes++;
    return any;
}

// Through a copy that is aligned and, for the folded kernel, padded with zeros.
static unsigned copied(const ev_rs_code_t *code, const uint8_t *word, uint32_t *syndromes) {
    const uint32_t *const low = code->low;
    uint32_t copy[64];
    const unsigned words = low[EV_RS_LOW_FOLDED] ? 64 : low[EV_RS_LOW_BODY] + 1;
    for (unsigned w = code->n / 4u; w < words; w++) copy[w] = 0;
    memcpy(copy, word, code->n);
    return low[EV_RS_LOW_FOLDED] ? folded(low, copy, copy + THIRD, syndromes) : direct(code, copy, syndromes);
}

// A shortened word of which only C has to be padded.
static unsigned padded(const ev_rs_code_t *code, const uint32_t *word, uint32_t *syndromes) {
    uint32_t third[64 - THIRD];
    const uint32_t *from = word + THIRD;
    uint32_t *to = third;
    const uint32_t *const last = word + code->low[EV_RS_LOW_BODY];   // the word with the last symbol
    while (from < last) *to++ = *from++;
    *to++ = *from & code->low[EV_RS_LOW_MASK];
    // volatile: a call of memset takes longer.
    for (volatile uint32_t *zero = to; zero < third + (64 - THIRD); zero++) *zero = 0;
    return folded(code->low, word, third, syndromes);
}

void ev_rs_low_start(const ev_rs_code_t *code) { gf_cfg((const gf_field_t *)code->field); }

// Any word except 255 aligned symbols for the folded kernel. The field register has the code's field.
unsigned ev_rs_syndromes_other(const ev_rs_code_t *code, const uint8_t *word, uint8_t *syndromes) {
    const uint32_t *const low = code->low;
    uint32_t *const words = (uint32_t *)syndromes;
    if ((uintptr_t)word & 3 || (low[EV_RS_LOW_FOLDED] && code->n <= 170)) return copied(code, word, words);
    if (low[EV_RS_LOW_FOLDED]) return padded(code, (const uint32_t *)word, words);
    return direct(code, (const uint32_t *)word, words);
}
