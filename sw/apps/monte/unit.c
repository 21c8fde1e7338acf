// SPDX-License-Identifier: Apache-2.0
// Cycles that a hundred more of a command of the accelerator take behind another one of it, each with the result of the
// one before: x = x y, x^2, x + y or x - y in the field FIELD. The file "in" has x and y in Montgomery's domain, "out" gets
// the last x. A command in front brings the operands into buffers.
#include <stdio.h>

#include "bench.h"

#define MONTE_LABEL FIELD
#define W FIELD_WORDS
#include "monte_present.h"
#include "monte_slots.h"

#define X S_X
#define Y S_Y
#if defined WHAT_mul
#define COMMAND PMUL(X, X, Y);
#elif defined WHAT_sqr
#define COMMAND PSQR(X, X);
#elif defined WHAT_add
#define COMMAND PADD(X, X, Y);
#elif defined WHAT_sub
#define COMMAND PSUB(X, X, Y);
#endif
#define FIVE COMMAND COMMAND COMMAND COMMAND COMMAND
#define TWENTY FIVE FIVE FIVE FIVE

static uint32_t slots[S_TX][W];

int main(void) {
    uint32_t in[2 * W];
    FILE *f = fopen("in", "rb");
    if (!f || fread(in, 4, 2 * W, f) != 2 * W) return 1;
    fclose(f);
    monte_begin(slots, monte_present());
    monte_put(slots[X], in);
    monte_put(slots[Y], in + W);
    COMMAND
    if (!monte_end()) return 2;
    bench_begin();
    COMMAND
    unsigned good = monte_end();
    const uint32_t one = bench_stop();
    bench_begin();
    COMMAND
    TWENTY TWENTY TWENTY TWENTY TWENTY
    good &= monte_end();
    const uint32_t all = bench_stop();
    bench_report("unit", all - one + bench_empty());
    f = fopen("out", "wb");
    if (!good || !f || fwrite(slots[X], 4, W, f) != W) return 3;
    return fclose(f);
}
