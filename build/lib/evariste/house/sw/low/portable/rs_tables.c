// SPDX-License-Identifier: Apache-2.0
// The portable kernels work on the logarithm tables alone.

#include "rs_low.h"

void rs_low_init(rs_code_t *code, uint32_t *memory) {
    (void)memory;
    code->low = 0;
}

void rs_low_start(const rs_code_t *code) { (void)code; }
