// SPDX-License-Identifier: Apache-2.0
// The workloads of curves, with a status of their own if something is left in `index`.
#define main workload
#include "../../sw/apps/bench_ecc.c"
#undef main

#include "monte/commands/monte_commands.h"

int main(void) {
    const int status = workload();
    uint32_t index;
    MONTE_GET(index, MONTE_INDEX);
    return status ? status : index != 0;
}
