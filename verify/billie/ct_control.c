// SPDX-License-Identifier: Apache-2.0
// Controls of `ev ct`: see accelerated_ct.h.
#include "../accelerated_ct.h"

#include "billie/commands/billie_commands.h"

static void start(void) {
    BILLIE_SET(BILLIE_CONFIG, WORDS << 9);
    BILLIE_SET(BILLIE_BASE, (uintptr_t)slots);
    BILLIE_SET(BILLIE_TABLE, (uintptr_t)slots);
    BILLIE_SET(BILLIE_COUNT, ENTRIES);
    GLD(0, 0);
    GLD(1, 1);
}
static int failed(void) {
    uint32_t status = 0;
    BILLIE_GET(status, BILLIE_WAIT);
    return (status & 15) != BILLIE_ERROR_NONE;
}

static void on_branch(uint32_t bit) {
    if (bit)
        GADD(2, 0, 1);
    else
        GADD(3, 0, 1);
}
static void on_base(uint32_t bit) {
    BILLIE_SET(BILLIE_BASE, (uintptr_t)slots[SLOTS * bit]);
    GST(0, 1);
}
static void on_table(uint32_t bit) {
    BILLIE_SET(BILLIE_TABLE, (uintptr_t)slots[ENTRIES * bit]);
    GTSEL(2, 1);
}
static void on_count(uint32_t bit) {
    BILLIE_SET(BILLIE_COUNT, ENTRIES - bit);
    GTSEL(2, 1);
    compute_something_else();
}
static void on_index(uint32_t bit) {
    BILLIE_SET(BILLIE_INDEX, bit);
    GTSEL(2, 1);
}
static void on_flag(uint32_t bit) {
    BILLIE_SET(BILLIE_FLAG, bit);
    GCSWAP(0, 1);
}
