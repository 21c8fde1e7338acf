// SPDX-License-Identifier: Apache-2.0
// Systematic encoding: the shift register that divides by the generator, one logarithm per message symbol. Four
// products are looked up before four symbols of the register are stored: the compiler must suppose that a store changes
// the tables.

#include <string.h>

#include "codes_backend.h"

enum { SIDE_BY_SIDE = 4 };

void ev_rs_low_parity(const ev_rs_code_t *code, uint8_t *word) {
    const uint8_t *const exp = code->exp;
    const uint16_t *const generator = code->generator;
    const uint16_t *const log = code->log;
    const unsigned last = code->checks - 1u, k = code->k;
    uint8_t state[256];
    memset(state, 0, last + 1);
    for (unsigned j = 0; j < k; j++) {
        const uint8_t *const times = exp + log[word[j] ^ state[0]];
        const uint16_t *factor = generator + last;
        uint8_t *symbol = state;
        for (; factor >= generator + SIDE_BY_SIDE; factor -= SIDE_BY_SIDE, symbol += SIDE_BY_SIDE) {
            const unsigned a = symbol[1] ^ times[factor[0]], b = symbol[2] ^ times[factor[-1]];
            const unsigned c = symbol[3] ^ times[factor[-2]], d = symbol[4] ^ times[factor[-3]];
            symbol[0] = (uint8_t)a;
            symbol[1] = (uint8_t)b;
            symbol[2] = (uint8_t)c;
            symbol[3] = (uint8_t)d;
        }
        for (; factor > generator; factor--, symbol++) symbol[0] = symbol[1] ^ times[factor[0]];
        symbol[0] = times[factor[0]];
    }
    memcpy(word + k, state, (size_t)(code->n - k));
}
