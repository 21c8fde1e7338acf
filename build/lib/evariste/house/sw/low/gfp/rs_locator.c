// SPDX-License-Identifier: Apache-2.0
// Berlekamp-Massey for errors and erasures (Blahut 2003, sec. 7.4), four coefficients a word. The syndromes pass the
// locator in a window that shifts up by one byte a step, so that the discrepancy is a sum of lane products; the previous
// locator keeps its scale, and the inverse of its discrepancy stands beside it.

#include "gfp.h"
#include "rs_low8.h"

enum { SPLAT = 0x01010101 };

static inline uint32_t shift_in(uint32_t *words, unsigned last, uint32_t carry) {
    for (unsigned w = 0; w <= last; w++) {
        const uint32_t x = words[w];
        words[w] = x << 8 | carry;
        carry = x >> 24;
    }
    return carry;
}

static __attribute__((noinline)) unsigned any_locator(const rs_code_t *code, rs_state_t *state) {
    const unsigned checks = code->checks, erased = state->erased;
    if (erased == 0) rs_start_locator(code, state);
    uint32_t *const locator = (uint32_t *)state->locator;
    uint32_t *const previous = (uint32_t *)state->previous;
    uint32_t *const window = (uint32_t *)state->evaluator;   // all zero
    unsigned length = erased, span = erased + 1;
    uint32_t inverse = SPLAT;
    for (unsigned i = 0; i < erased; i++) state->evaluator[i] = state->syndromes[erased - 1 - i];
    for (unsigned w = 0; w <= erased / 4; w++) previous[w] = locator[w];
    for (unsigned r = erased; r < checks; r++) {
        shift_in(window, r / 4, state->syndromes[r]);
        shift_in(previous, span / 4, 0);
        if (span < checks) span++;
        uint32_t sum = 0;
        for (unsigned w = 0; w <= length / 4; w++) sum ^= gf_mul(locator[w], window[w]);
        const uint64_t sums = gf_mul32(sum, SPLAT);
        const uint32_t discrepancy = (uint32_t)sums ^ (uint32_t)(sums >> 32);
        if (discrepancy == 0) continue;
        const uint32_t factor = gf_mul(discrepancy, inverse);
        if (2 * length <= r + erased) {
            for (unsigned w = 0; w <= span / 4; w++) {
                const uint32_t old = locator[w];
                locator[w] = old ^ gf_mul(factor, previous[w]);
                previous[w] = old;
            }
            length = r + 1 + erased - length;
            if (span < length) span = length;
            inverse = gf_inv(discrepancy);
        } else {
            for (unsigned w = 0; w <= span / 4; w++) locator[w] ^= gf_mul(factor, previous[w]);
        }
    }
    for (unsigned w = 0; w <= checks / 4; w++) window[w] = 0;
    return length;
}

unsigned rs_low_locator(const rs_code_t *code, rs_state_t *state) {
    if (state->erased == 0 && code->checks <= 16)
        return rs_locator8((const uint32_t *)state->syndromes, (uint32_t *)state->locator, code->checks);
    return any_locator(code, state);
}
