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

#include "ct.h"
#include "monte/commands/monte_commands.h"

enum { WORDS = 6, SLOTS = 16, ENTRIES = 4, P = 0, A, B, C };
static uint32_t slots[2 * SLOTS][WORDS];
static volatile uint8_t bytes[2];

static void on_branch(uint32_t bit) {
    if (bit)
        PADD(C, A, B);
    else
        PSUB(C, A, B);
}
static void on_load(uint32_t bit) { (void)bytes[bit]; }
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
    for (volatile int i = 0; i < 50; i++) {
    }
}
static void on_index(uint32_t bit) {
    MONTE_SET(MONTE_INDEX, bit);
    PTSEL(C, 1);
}
static void on_flag(uint32_t bit) {
    MONTE_SET(MONTE_FLAG, bit);
    PCSWAP(A, B);
}

static const struct {
    const char *name;
    void (*run)(uint32_t bit);
} controls[] = {
    {"branch", on_branch}, {"load", on_load},   {"base", on_base}, {"table", on_table},
    {"count", on_count},   {"index", on_index}, {"flag", on_flag},
};

int main(int argc, char **argv) {
    static const uint32_t modulus[WORDS] = MONTE_192_MODULUS;
    uint8_t secret = 0;
    uint32_t status = 0;
    FILE *f = fopen("secret.bin", "rb");
    if (argc != 2 || !f || fread(&secret, 1, 1, f) != 1) return 2;
    fclose(f);
    memcpy(slots[P], modulus, sizeof modulus);
    MONTE_SET(MONTE_BASE, (uintptr_t)slots);
    MONTE_SET(MONTE_TABLE, (uintptr_t)slots);
    MONTE_SET(MONTE_COUNT, ENTRIES);
    MONTE_SET(MONTE_CONFIG, MONTE_192_GENERIC_CONFIG);
    MONTE_SET(MONTE_N0, MONTE_192_N0);
    PSETP(P);
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (strcmp(argv[1], controls[i].name) == 0) {
            MONTE_GET(status, MONTE_WAIT);
            ct_begin();
            controls[i].run(secret & 1);
            MONTE_GET(status, MONTE_WAIT);
            ct_end();
            return (status & 15) != MONTE_ERROR_NONE;
        }
    return 2;
}
