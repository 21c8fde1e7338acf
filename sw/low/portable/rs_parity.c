// SPDX-License-Identifier: Apache-2.0
// Systematic encoding: the shift register that divides by the generator, one logarithm per message symbol.

#include <string.h>

#include "codes_backend.h"

void ev_rs_low_parity(const ev_rs_code_t *code, uint8_t *word) {
    const uint8_t *const exp = code->exp;
    const uint16_t *const generator = code->generator;
    const uint16_t *const log = code->log;
    const unsigned last = code->checks - 1u, k = code->k;
    uint8_t state[256];
    memset(state, 0, last + 1);
    for (unsigned j = 0; j < k; j++) {
        const uint8_t *const times = exp + log[word[j] ^ state[0]];
        unsigned i = 0;
        for (; i + 1 < last; i += 2) {   // two at a time, to keep the loop's overhead small
            state[i] = state[i + 1] ^ times[generator[last - i]];
            state[i + 1] = state[i + 2] ^ times[generator[last - i - 1]];
        }
        if (i < last) state[i] = state[i + 1] ^ times[generator[1]];
        state[last] = times[generator[0]];
    }
    memcpy(word + k, state, (size_t)(code->n - k));
}
