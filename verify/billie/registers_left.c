// SPDX-License-Identifier: Apache-2.0
// What is left in registers behind a workload: see accelerated_left.h.
#include "../accelerated_left.h"

#include "billie/commands/billie_commands.h"

static uint32_t left(void) {
    uint32_t index, flag;
    BILLIE_GET(index, BILLIE_INDEX);
    BILLIE_GET(flag, BILLIE_FLAG);
    return index | flag;
}
