// SPDX-License-Identifier: Apache-2.0
// Inverts an element of GF(2^233) and multiplies it by its inverse, without a host. Result: 32 bytes for the inverse,
// 32 for the product, which is 1.

#include "bare.h"
#include "gf2m.h"

enum { WORDS = 8 };

uint8_t bare_result[8 * WORDS] __attribute__((aligned(4)));
static uint32_t element[WORDS];

__attribute__((noinline, used)) void bare_work(void) {
    uint32_t *inverse = (uint32_t *)(void *)bare_result;
    ev_gf2_233_inv(inverse, element);
    ev_gf2_233_mul(inverse + WORDS, element, inverse);
}

void bare_main(void) {
    bare_begin();
    for (unsigned i = 0; i < WORDS; i++) element[i] = 0x9e3779b9 * (i + 1);
    element[WORDS - 1] &= 0x1ff;
    bare_work();
    bare_end();
}
