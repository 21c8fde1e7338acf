// SPDX-License-Identifier: Apache-2.0
// Syndromes by Horner's rule, two at a time, so that one load of a symbol serves both. A constant factor is a pointer
// into the antilogarithm table. This takes 2 look-ups and an exclusive or per symbol and syndrome.

#include "codes_backend.h"

unsigned ev_rs_low_syndromes(const ev_rs_code_t *code, const uint8_t *word, uint8_t *syndromes) {
    const uint8_t *const exp = code->exp;
    const uint16_t *const log = code->log;
    const uint8_t *const end = word + code->n;
    const unsigned step = code->step, order = code->order, checks = code->checks;
    unsigned any = 0, root = ev_rs_beta_log(code, code->first_root);
    for (unsigned i = 0; i < checks; i += 2) {
        const uint8_t *const times0 = exp + root;
        root += step;
        if (root >= order) root -= order;
        const uint8_t *const times1 = exp + root;
        root += step;
        if (root >= order) root -= order;
        unsigned s0 = 0, s1 = 0;
        for (const uint8_t *symbol = word; symbol < end; symbol++) {
            s0 = times0[log[s0]] ^ *symbol;
            s1 = times1[log[s1]] ^ *symbol;
        }
        syndromes[i] = (uint8_t)s0;
        any |= s0;
        if (i + 1 < checks) {
            syndromes[i + 1] = (uint8_t)s1;
            any |= s1;
        }
    }
    return any;
}
