// SPDX-License-Identifier: Apache-2.0
// For programs on a board without a host: prints text through the console and answers the run-time's semihosting calls.
//
// Without a debugger BKPT faults, and so does every semihosting call. A program that uses one of these functions gets
// the HardFault handler of board.c. It answers each call with -1, "no such operation", and stops at the exit or at any
// other fault. In the simulator calls do not fault, and the same program ends as others do.
#ifndef EVARISTE_BOARD_H
#define EVARISTE_BOARD_H

#include <stdint.h>

void board_put(const char *text);                           // waits while the UART is busy
void board_number(uint32_t number);                         // decimal
void board_bytes(const uint8_t *bytes, unsigned count);     // hexadecimal

#endif
