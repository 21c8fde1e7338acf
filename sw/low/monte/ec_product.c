// SPDX-License-Identifier: Apache-2.0
// Products modulo the order of a curve (ec_backend.h), of any length: the operands are outside of Montgomery's domain, so a
// product with R^2 follows.
#include "ec_scalar.h"
#include "monte_present.h"

enum { S_MODULUS, S_A, S_B, S_R2, PRODUCT_SLOTS };

static void put(uint32_t *slots, int slot, const uint32_t *a, int words) {
    for (int i = 0; i < words; i++) slots[slot * words + i] = a[i];
}

unsigned ev_ec_unit_product(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *order, const uint32_t *r2,
                            uint32_t inverse, int words) {
    uint32_t slots[PRODUCT_SLOTS * EV_CURVE_WORDS_MAX];
    if (!monte_present()) return 0;
    put(slots, S_MODULUS, order, words);
    MONTE_SET(MONTE_STATUS, 0);
    MONTE_SET(MONTE_BASE, (uintptr_t)slots);
    MONTE_SET(MONTE_N0, ~inverse + 1);
    MONTE_SET(MONTE_CONFIG, (unsigned)words | (unsigned)words << 9);
    PSETP(S_MODULUS);
    put(slots, S_A, a, words);
    put(slots, S_B, b, words);
    PMUL(S_A, S_A, S_B);
    put(slots, S_R2, r2, words);
    PMUL(S_A, S_A, S_R2);
    if (!monte_end()) return 0;
    for (int i = 0; i < words; i++) r[i] = slots[S_A * words + i];
    return 1;
}
