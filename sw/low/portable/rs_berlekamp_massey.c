// SPDX-License-Identifier: Apache-2.0
// Berlekamp-Massey for errors and erasures (Blahut 2003, sec. 7.4): the register starts as the erasure locator.

#include <string.h>

#include "codes_backend.h"

// The product of (1 - beta^position x).
static void erasures_locator(const ev_rs_code_t *code, const ev_rs_state_t *state) {
    for (unsigned e = 0; e < state->erased; e++) {
        const uint8_t *const times = code->exp + ev_rs_beta_log(code, state->positions[e]);
        for (unsigned i = e + 1; i > 0; i--) state->locator[i] ^= times[code->log[state->locator[i - 1]]];
    }
}

unsigned ev_rs_low_berlekamp_massey(const ev_rs_code_t *code, ev_rs_state_t *state) {
    const uint8_t *const exp = code->exp;
    const uint16_t *const log = code->log;
    const unsigned checks = code->checks, erased = state->erased;
    uint8_t *const locator = state->locator;
    uint8_t *const previous = state->previous;
    unsigned length = erased;
    unsigned span = erased + 1;   // coefficients of `previous` that may be non-zero
    ev_rs_start_locator(code, state);
    erasures_locator(code, state);
    memcpy(previous, locator, span);
    for (unsigned r = erased; r < checks; r++) {
        unsigned discrepancy = 0;
        for (unsigned i = 0; i <= length; i++) discrepancy ^= exp[log[locator[i]] + log[state->syndromes[r - i]]];
        memmove(previous + 1, previous, span);   // previous = x * previous
        previous[0] = 0;
        if (span < checks + 1) span++;
        if (discrepancy == 0) continue;
        const uint8_t *const times = exp + log[discrepancy];
        if (2 * length <= r + erased) {
            const uint8_t *const over = exp + (code->order - log[discrepancy]);
            for (unsigned i = 0; i < span; i++) {
                const unsigned old = locator[i];
                locator[i] = (uint8_t)(old ^ times[log[previous[i]]]);
                previous[i] = over[log[old]];
            }
            length = r + 1 + erased - length;
            span = length + 1 > span ? length + 1 : span;
        } else {
            for (unsigned i = 0; i < span; i++) locator[i] ^= times[log[previous[i]]];
        }
    }
    return length;
}
