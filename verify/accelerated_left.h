// SPDX-License-Identifier: Apache-2.0
// The workloads of curves, with a status of their own if a digit of the scalar is left in `index`, or its sign in `flag`.
// The file of an accelerator gives `left`, both registers in one word.
#define main workload
#include "../sw/apps/bench_ecc.c"
#undef main

static uint32_t left(void);

int main(void) {
    const int status = workload();
    return status ? status : left() != 0;
}
