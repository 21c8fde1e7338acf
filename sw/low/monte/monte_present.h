// SPDX-License-Identifier: Apache-2.0
// The accelerator's commands, and what it can do.
#ifndef MONTE_PRESENT_H
#define MONTE_PRESENT_H

#include "monte/commands/monte_commands.h"

enum { MONTE_THERE = 1, MONTE_HAS_DIGITS = 2, MONTE_HAS_BINARY = 4, MONTE_HAS_SQUARES = 8 };

// What is there; 0 without an accelerator. Start-up has set Status.CU2 if there is a coprocessor 2.
static inline unsigned monte_present(void) {
    unsigned status, id;
    __asm__("mfc0 %0, $12" : "=r"(status));
    if ((status >> 30 & 1) == 0) return 0;
    MONTE_GET(id, MONTE_ID);
    if (id >> 28 != 1) return 0;
    return MONTE_THERE | (id >> 8 & 1 ? MONTE_HAS_DIGITS : 0) | (id >> 9 & 1 ? MONTE_HAS_SQUARES : 0) |
           (id >> 10 & 1 ? MONTE_HAS_BINARY : 0);
}

// Waits until all commands have ended. 0 if one has failed. Then one before it may still store: the write waits for it.
static inline unsigned monte_end(void) {
    uint32_t status;
    MONTE_GET(status, MONTE_WAIT);
    if ((status & 15) == MONTE_ERROR_NONE) return 1;
    MONTE_SET(MONTE_STATUS, 0);
    MONTE_SET(MONTE_INDEX, 0);  // a digit, and its sign: what came behind the error was ignored
    MONTE_SET(MONTE_FLAG, 0);
    return 0;
}

#endif
