// SPDX-License-Identifier: Apache-2.0
// The workloads of curves, with a status of their own if a digit of the scalar is left in `index`, or its sign in `flag`.
#define main workload
#include "../../sw/apps/bench_ecc.c"
#undef main

#include "monte/commands/monte_commands.h"

int main(void) {
    const int status = workload();
    uint32_t index, flag;
    MONTE_GET(index, MONTE_INDEX);
    MONTE_GET(flag, MONTE_FLAG);
    return status ? status : (index | flag) != 0;
}
