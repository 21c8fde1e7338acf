// SPDX-License-Identifier: Apache-2.0
// Systematic encoding: the shift register that divides by the generator, one logarithm per message symbol.

#include <string.h>

#include "rs_low.h"

void rs_low_parity(const rs_code_t *code, const uint8_t *message, uint8_t *parity) {
    const uint8_t *const exp = code->exp;
    const uint16_t *const generator = code->generator;
    const unsigned last = code->checks - 1u;
    memset(parity, 0, code->checks);
    for (unsigned j = 0; j < code->k; j++) {
        const uint8_t *const times = exp + code->log[message[j] ^ parity[0]];
        for (unsigned i = 0; i < last; i++) parity[i] = parity[i + 1] ^ times[generator[last - i]];
        parity[last] = times[generator[0]];
    }
}
