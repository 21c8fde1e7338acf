// SPDX-License-Identifier: Apache-2.0
// What is left in registers behind a workload: see accelerated_left.h.
#include "../accelerated_left.h"

#include "monte/commands/monte_commands.h"

static uint32_t left(void) {
    uint32_t index, flag;
    MONTE_GET(index, MONTE_INDEX);
    MONTE_GET(flag, MONTE_FLAG);
    return index | flag;
}
