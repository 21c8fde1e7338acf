// SPDX-License-Identifier: Apache-2.0
// Systematic encoding: the shift register that divides by the generator, one logarithm per message symbol.

#include <string.h>

#include "rs_low.h"

void ev_rs_low_parity(const ev_rs_code_t *code, uint8_t *word) {
    const uint8_t *const exp = code->exp;
    const uint16_t *const generator = code->generator;
    const unsigned last = code->checks - 1u;
    uint8_t state[256];
    memset(state, 0, code->checks);
    for (unsigned j = 0; j < code->k; j++) {
        const uint8_t *const times = exp + code->log[word[j] ^ state[0]];
        for (unsigned i = 0; i < last; i++) state[i] = state[i + 1] ^ times[generator[last - i]];
        state[last] = times[generator[0]];
    }
    memcpy(word + code->k, state, (size_t)(code->n - code->k));
}
