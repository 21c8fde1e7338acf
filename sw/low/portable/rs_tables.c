// SPDX-License-Identifier: Apache-2.0
// The portable kernels need only the logarithm tables.

#include "codes_backend.h"
#include "gf_table.h"

ev_status_t ev_rs_low_logarithms(ev_rs_code_t *code, uint8_t *exp, uint16_t *log, unsigned inverse_step, uint32_t *memory) {
    (void)inverse_step;
    (void)memory;
    return ev_gf_table_init(exp, log, code->polynomial);
}

// The product of (x - root), coefficients first, logarithms at the end; the leading 1 is not stored.
void ev_rs_low_generator(const ev_rs_code_t *code, uint16_t *generator) {
    const uint8_t *const exp = code->exp;
    const uint16_t *const log = code->log;
    for (unsigned i = 0; i < code->checks; i++) {
        const unsigned root = ev_rs_beta_log(code, code->first_root + i);
        generator[i] = 1;   // the old leading coefficient
        for (unsigned j = i; j > 0; j--) generator[j] = (uint16_t)(generator[j - 1] ^ exp[log[generator[j]] + root]);
        generator[0] = exp[log[generator[0]] + root];
    }
    for (unsigned i = 0; i < code->checks; i++) generator[i] = log[generator[i]];
}

void ev_rs_low_init(ev_rs_code_t *code, uint32_t *memory) {
    (void)memory;
    code->low = 0;
}

void ev_rs_low_start(const ev_rs_code_t *code) { (void)code; }
