// SPDX-License-Identifier: Apache-2.0
// Controls of `ev ct`: see accelerated_ct.h.
#include "../accelerated_ct.h"

#include "monte/commands/monte_commands.h"

enum { P, A, B, C };  // slots

static void start(void) {
    static const uint32_t modulus[WORDS] = MONTE_192_MODULUS;
    memcpy(slots[P], modulus, sizeof modulus);
    MONTE_SET(MONTE_BASE, (uintptr_t)slots);
    MONTE_SET(MONTE_TABLE, (uintptr_t)slots);
    MONTE_SET(MONTE_COUNT, ENTRIES);
    MONTE_SET(MONTE_CONFIG, MONTE_192_GENERIC_CONFIG);
    MONTE_SET(MONTE_N0, MONTE_192_N0);
    PSETP(P);
}
static int failed(void) {
    uint32_t status = 0;
    MONTE_GET(status, MONTE_WAIT);
    return (status & 15) != MONTE_ERROR_NONE;
}

static void on_branch(uint32_t bit) {
    if (bit)
        PADD(C, A, B);
    else
        PSUB(C, A, B);
}
static void on_base(uint32_t bit) {
    MONTE_SET(MONTE_BASE, (uintptr_t)slots[SLOTS * bit]);
    PADD(C, A, B);
}
static void on_table(uint32_t bit) {
    MONTE_SET(MONTE_TABLE, (uintptr_t)slots[ENTRIES * bit]);
    PTSEL(C, 1);
}
static void on_count(uint32_t bit) {
    MONTE_SET(MONTE_COUNT, ENTRIES - bit);
    PTSEL(C, 1);
    compute_something_else();
}
static void on_index(uint32_t bit) {
    MONTE_SET(MONTE_INDEX, bit);
    PTSEL(C, 1);
}
static void on_flag(uint32_t bit) {
    MONTE_SET(MONTE_FLAG, bit);
    PCSWAP(A, B);
}
