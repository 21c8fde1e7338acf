// SPDX-License-Identifier: Apache-2.0
// Cycles of one step of an AES round: aes_steps STEP. The figure is (twelve steps - no step) / 12. The state comes from
// "in" (four rows), the round key from "key" (twelve times rows 2, 3, 0, 1). The state after twelve steps goes to
// "out".
#include <stdio.h>
#include <string.h>

#include "bench.h"

#define STEPS(F)                                                                                           \
    F(sub_bytes) F(inv_sub_bytes) F(shift_rows) F(inv_shift_rows) F(mix_columns) F(inv_mix_columns)        \
    F(add_round_key)

#define DECLARE(name) void step_##name(uint32_t rows[4], const uint32_t *key, const uint32_t *constants);
extern const uint32_t step_constants[];
STEPS(DECLARE) DECLARE(nothing)

typedef void step(uint32_t rows[4], const uint32_t *key, const uint32_t *constants);

#define ENTRY(name) {#name, step_##name},
static const struct {
    const char *name;
    step *run;
} steps[] = {STEPS(ENTRY)};

static uint32_t rows[4], key[48];

static uint32_t cycles(step *run, uint32_t *state) {
    bench_begin();
    run(state, key, step_constants);
    return bench_stop();
}

int main(int argc, char **argv) {
    FILE *in = fopen("in", "rb"), *keys = fopen("key", "rb"), *out = fopen("out", "wb");
    if (argc != 2 || in == 0 || keys == 0 || out == 0) return 2;
    if (fread(rows, 1, sizeof rows, in) != sizeof rows || fread(key, 1, sizeof key, keys) != sizeof key) return 2;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (strcmp(argv[1], steps[i].name) != 0) continue;
        uint32_t unused[4] = {0};
        const uint32_t none = cycles(step_nothing, unused), all = cycles(steps[i].run, rows);
        printf("cycles %s %lu\n", steps[i].name, (unsigned long)((all - none + 6) / 12));
        fwrite(rows, 1, sizeof rows, out);
        return fclose(out) == 0 ? 0 : 2;
    }
    return 2;
}
