// SPDX-License-Identifier: Apache-2.0
// Chien search: the locator at every beta^-p, by Horner's rule. Stops when it has found as many roots as the degree.

#include "codes_backend.h"

unsigned ev_rs_low_chien(const ev_rs_code_t *code, ev_rs_state_t *state) {
    const uint8_t *const exp = code->exp;
    const uint16_t *const log = code->log;
    const unsigned degree = state->degree, end = (unsigned)code->n + code->punctured;
    const uint8_t *const locator = state->locator;
    unsigned found = 0, point = 0;
    for (unsigned position = 0; position < end; position++) {
        const uint8_t *const times = exp + point;
        unsigned value = locator[degree];
        for (unsigned i = degree; i-- > 0;) value = times[log[value]] ^ locator[i];
        if (value == 0) {
            state->positions[found++] = (uint8_t)position;
            if (found == degree) break;
        }
        point = point >= code->step ? point - code->step : point + code->order - code->step;
    }
    return found;
}
