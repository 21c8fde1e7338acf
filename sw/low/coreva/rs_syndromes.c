// SPDX-License-Identifier: Apache-2.0
// Syndromes by Horner's rule, four at a time. A step of one waits for two look-ups, eight cycles; beside them there is
// room for three others at the data port. This takes 2 look-ups and an exclusive or per symbol and syndrome.

#include "codes_backend.h"

enum { SIDE_BY_SIDE = 4 };

unsigned ev_rs_low_syndromes(const ev_rs_code_t *code, const uint8_t *word, uint8_t *syndromes) {
    const uint16_t *const log = code->log;
    const uint8_t *const end = word + code->n;
    const unsigned step = code->step, order = code->order, checks = code->checks;
    unsigned any = 0, root = ev_rs_beta_log(code, code->first_root);
    for (unsigned i = 0; i < checks; i += SIDE_BY_SIDE) {
        const uint8_t *times[SIDE_BY_SIDE];
        for (unsigned j = 0; j < SIDE_BY_SIDE; j++) {
            times[j] = code->exp + root;
            root += step;
            if (root >= order) root -= order;
        }
        const uint8_t *const times0 = times[0], *const times1 = times[1], *const times2 = times[2], *const times3 = times[3];
        unsigned s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        for (const uint8_t *symbol = word; symbol < end; symbol++) {
            const unsigned received = *symbol;
            s0 = times0[log[s0]] ^ received;
            s1 = times1[log[s1]] ^ received;
            s2 = times2[log[s2]] ^ received;
            s3 = times3[log[s3]] ^ received;
        }
        const unsigned found[SIDE_BY_SIDE] = {s0, s1, s2, s3};
        for (unsigned j = 0; j < SIDE_BY_SIDE && i + j < checks; j++) {
            syndromes[i + j] = (uint8_t)found[j];
            any |= found[j];
        }
    }
    return any;
}
