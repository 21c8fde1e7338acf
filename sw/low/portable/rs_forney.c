// SPDX-License-Identifier: Apache-2.0
// Forney's formula: the value at X = beta^p is X^(1 - first_root) * evaluator(1/X) / locator'(1/X), where evaluator =
// syndromes * locator mod x^degree. All terms above the degree vanish when the locator generates the syndromes.

#include "codes_backend.h"

unsigned ev_rs_low_forney(const ev_rs_code_t *code, ev_rs_state_t *state) {
    const uint8_t *const exp = code->exp;
    const uint16_t *const log = code->log;
    const unsigned degree = state->degree, order = code->order;
    const uint8_t *const locator = state->locator;
    for (unsigned i = 0; i < degree; i++) {
        unsigned sum = 0;
        for (unsigned j = 0; j <= i; j++) sum ^= exp[log[locator[j]] + log[state->syndromes[i - j]]];
        state->evaluator[i] = (uint8_t)sum;
    }
    for (unsigned e = 0; e < degree; e++) {
        const unsigned place = ev_rs_beta_log(code, state->positions[e]);
        const unsigned point = place ? order - place : 0;
        const uint8_t *const times = exp + point;
        unsigned above = 0;
        for (unsigned i = degree; i-- > 0;) above = times[log[above]] ^ state->evaluator[i];
        const uint8_t *const twice = exp + (2 * point >= order ? 2 * point - order : 2 * point);
        unsigned below = 0;
        for (unsigned i = (degree - 1) | 1; i < degree + 1; i -= 2) below = twice[log[below]] ^ locator[i];
        // X^(1 - first_root): place * (1 - first_root) modulo the order.
        const unsigned shift = ev_rs_modulo(code, place * (order + 1u - code->first_root));
        const unsigned ratio = exp[log[above] + order - log[below]];
        state->values[e] = exp[log[ratio] + shift];
    }
    return 1;
}
