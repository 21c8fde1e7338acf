// SPDX-License-Identifier: Apache-2.0
// Programs that `ev ct` must detect, by the first argument. The core alone shows the first two:
//
//   branch          on a secret bit
//   load            from an address that depends on it
//   base, table     the bit is in the register `base` or `table`: the accelerator uses other addresses, in the same time
//   count           it is in `count`: the accelerator takes longer, while the core computes something else
//
// and that it must not detect: "index" and "flag" give the bit to the registers that are for it.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "billie/commands/billie_commands.h"
#include "ct.h"

enum { WORDS = 6, SLOTS = 16, ENTRIES = 4 };
static uint32_t slots[2 * SLOTS][WORDS];
static volatile uint8_t bytes[2];

static void on_branch(uint32_t bit) {
    if (bit)
        GADD(2, 0, 1);
    else
        GADD(3, 0, 1);
}
static void on_load(uint32_t bit) { (void)bytes[bit]; }
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
    for (volatile int i = 0; i < 50; i++) {
    }
}
static void on_index(uint32_t bit) {
    BILLIE_SET(BILLIE_INDEX, bit);
    GTSEL(2, 1);
}
static void on_flag(uint32_t bit) {
    BILLIE_SET(BILLIE_FLAG, bit);
    GCSWAP(0, 1);
}

static const struct {
    const char *name;
    void (*run)(uint32_t bit);
} controls[] = {
    {"branch", on_branch}, {"load", on_load},   {"base", on_base}, {"table", on_table},
    {"count", on_count},   {"index", on_index}, {"flag", on_flag},
};

int main(int argc, char **argv) {
    uint8_t secret = 0;
    uint32_t status = 0;
    FILE *f = fopen("secret.bin", "rb");
    if (argc != 2 || !f || fread(&secret, 1, 1, f) != 1) return 2;
    fclose(f);
    BILLIE_SET(BILLIE_CONFIG, WORDS << 9);
    BILLIE_SET(BILLIE_BASE, (uintptr_t)slots);
    BILLIE_SET(BILLIE_TABLE, (uintptr_t)slots);
    BILLIE_SET(BILLIE_COUNT, ENTRIES);
    GLD(0, 0);
    GLD(1, 1);
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (strcmp(argv[1], controls[i].name) == 0) {
            BILLIE_GET(status, BILLIE_WAIT);
            ct_begin();
            controls[i].run(secret & 1);
            BILLIE_GET(status, BILLIE_WAIT);
            ct_end();
            return (status & 15) != BILLIE_ERROR_NONE;
        }
    return 2;
}
