// SPDX-License-Identifier: Apache-2.0
// Programs that `ev ct` must detect, by the first argument. The core alone shows the first two:
//
//   branch          on a secret bit
//   load            from an address that depends on it
//   base, table     the bit is in the register `base` or `table`: the accelerator uses other addresses, in the same time
//   count           it is in `count`: the accelerator takes longer, while the core computes something else
//
// and that it must not detect: "index" and "flag" give the bit to the registers that are for it.
//
// A machine's ct_control.c includes this file and defines what is declared here, in commands of its accelerator.
#ifndef EVARISTE_ACCELERATED_CT_H
#define EVARISTE_ACCELERATED_CT_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "ct.h"

enum { WORDS = 6, SLOTS = 16, ENTRIES = 4 };
static uint32_t slots[2 * SLOTS][WORDS];
static volatile uint8_t bytes[2];

static void start(void);  // base and table are the first slot, count is ENTRIES
static int failed(void);  // waits until the accelerator has done everything; whether there is an error

static void on_branch(uint32_t bit);
static void on_base(uint32_t bit);
static void on_table(uint32_t bit);
static void on_count(uint32_t bit);
static void on_index(uint32_t bit);
static void on_flag(uint32_t bit);
static void on_load(uint32_t bit) { (void)bytes[bit]; }

static void compute_something_else(void) {
    for (volatile int i = 0; i < 50; i++) {
    }
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
    FILE *f = fopen("secret.bin", "rb");
    if (argc != 2 || !f || fread(&secret, 1, 1, f) != 1) return 2;
    fclose(f);
    start();
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (strcmp(argv[1], controls[i].name) == 0) {
            failed();
            ct_begin();
            controls[i].run(secret & 1);
            const int error = failed();
            ct_end();
            return error;
        }
    return 2;
}

#endif
