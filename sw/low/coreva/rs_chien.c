// SPDX-License-Identifier: Apache-2.0
// Chien search: the locator at every beta^-p, by Horner's rule, at four positions side by side. Stops when it has found
// as many roots as the degree.

#include "codes_backend.h"

enum { SIDE_BY_SIDE = 4 };

unsigned ev_rs_low_chien(const ev_rs_code_t *code, ev_rs_state_t *state) {
    const uint16_t *const log = code->log;
    const unsigned degree = state->degree, end = (unsigned)code->n + code->punctured;
    const uint8_t *const locator = state->locator;
    unsigned found = 0, point = 0;
    for (unsigned position = 0; position < end; position += SIDE_BY_SIDE) {
        const uint8_t *times[SIDE_BY_SIDE];
        for (unsigned j = 0; j < SIDE_BY_SIDE; j++) {
            times[j] = code->exp + point;
            point = point >= code->step ? point - code->step : point + code->order - code->step;
        }
        const uint8_t *const times0 = times[0], *const times1 = times[1], *const times2 = times[2], *const times3 = times[3];
        unsigned v0 = locator[degree], v1 = v0, v2 = v0, v3 = v0;
        for (unsigned i = degree; i-- > 0;) {
            const unsigned coefficient = locator[i];
            v0 = times0[log[v0]] ^ coefficient;
            v1 = times1[log[v1]] ^ coefficient;
            v2 = times2[log[v2]] ^ coefficient;
            v3 = times3[log[v3]] ^ coefficient;
        }
        const unsigned values[SIDE_BY_SIDE] = {v0, v1, v2, v3};
        for (unsigned j = 0; j < SIDE_BY_SIDE && position + j < end; j++) {
            if (values[j] == 0) {
                state->positions[found++] = (uint8_t)(position + j);
                if (found == degree) return found;
            }
        }
    }
    return found;
}
