// SPDX-License-Identifier: Apache-2.0
// Systematic encoding by interpolation. At every root of the generator, the parity polynomial has the same value as the
// message times x^checks. So it is the syndromes of the message followed by zeros, times a matrix. Codes with too many
// check symbols for a matrix use the shift register on the logarithm tables.

#include <string.h>

#include "gfp.h"
#include "rs_tables.h"

// out[0..3] = sum of syndromes[i] * rows[i], `rows` (a multiple of 4) rows of 16 bytes.
void ev_rs_matrix_product(const uint32_t *rows, const uint8_t *syndromes, const uint8_t *end, uint32_t *out);

static void shift_register(const ev_rs_code_t *code, uint8_t *word) {
    const unsigned last = code->checks - 1u;
    uint8_t state[256];
    memset(state, 0, code->checks);
    for (unsigned j = 0; j < code->k; j++) {
        const uint8_t *const times = code->exp + code->log[word[j] ^ state[0]];
        for (unsigned i = 0; i < last; i++) state[i] = state[i + 1] ^ times[code->generator[last - i]];
        state[last] = times[code->generator[0]];
    }
    memcpy(word + code->k, state, (size_t)(code->n - code->k));
}

// The parity has any alignment; four bytes at a time keep the loop's overhead small.
static inline void clear(uint8_t *to, unsigned count) {
    for (; count >= 4; count -= 4, to += 4) to[0] = to[1] = to[2] = to[3] = 0;
    for (; count > 0; count--) *to++ = 0;
}

static inline void copy(uint8_t *to, const uint8_t *from, unsigned count) {
    for (; count >= 4; count -= 4, to += 4, from += 4) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        to[3] = from[3];
    }
    for (; count > 0; count--) *to++ = *from++;
}

void ev_rs_low_parity(const ev_rs_code_t *code, uint8_t *word) {
    const uint32_t *const low = code->low;
    if (low[EV_RS_LOW_MATRIX] == 0) {
        shift_register(code, word);
        return;
    }
    uint32_t syndromes[(EV_RS_LOW_MATRIX_LIMIT + 8) / 4], parity[EV_RS_LOW_MATRIX_LIMIT / 4];
    uint8_t *const to = word + code->k;
    const unsigned sent = code->n - code->k;
    clear(to, sent);
    ev_rs_low_syndromes(code, word, (uint8_t *)syndromes);
    const unsigned rows = (code->checks + 3u) & ~3u;
    const uint8_t *const end = (const uint8_t *)syndromes + rows;
    const uint32_t *matrix = low + low[EV_RS_LOW_MATRIX];
    for (unsigned i = 0; 4 * i < rows; i += 4) {
        ev_rs_matrix_product(matrix, (const uint8_t *)syndromes, end, parity + i);
        matrix += 4 * rows;
    }
    copy(to, (const uint8_t *)parity, sent);
}
