// SPDX-License-Identifier: Apache-2.0
#include "board.h"

#include "gfp_soc.h"
#include "semihost.h"

enum { BKPT_SEMIHOSTING = 0xBEAB, SYS_EXIT = 0x18 };

void HardFault_Handler(void);
void board_answer(uint32_t *frame);

// `frame` is the stacked frame of the fault: r0-r3, r12, lr, pc, xPSR.
void board_answer(uint32_t *frame) {
    const uint16_t *instruction = (const uint16_t *)frame[6];
    if (*instruction != BKPT_SEMIHOSTING || frame[0] == SYS_EXIT || frame[0] == SYS_EXIT_EXTENDED)
        for (;;) {}
    frame[0] = (uint32_t)-1;
    frame[6] += 2;
}

__attribute__((naked)) void HardFault_Handler(void) {
    __asm volatile("mov r0, sp\n push {r4, lr}\n bl board_answer\n pop {r4, pc}\n");
}

static void put_character(char c) {
    while (GFP_REGISTER(GFP_CONSOLE) & 1) {}    // a UART sends; the simulated console is never busy
    GFP_REGISTER(GFP_CONSOLE) = (uint8_t)c;
}

void board_put(const char *text) {
    while (*text) put_character(*text++);
}

void board_number(uint32_t number) {
    char digits[10];
    unsigned count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count) put_character(digits[--count]);
}

void board_bytes(const uint8_t *bytes, unsigned count) {
    static const char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < count; i++) {
        put_character(digits[bytes[i] >> 4]);
        put_character(digits[bytes[i] & 15]);
    }
}
