// SPDX-License-Identifier: Apache-2.0
// Start-up: vector table, memory initialisation, newlib, command line, main, exit.
//
// Reset copies .data from ROM, clears .bss, opens the semihosting console (only if the program uses stdio), asks the
// host for the command line, runs constructors, main(argc, argv) and exit(). An unhandled fault stops at `bkpt #1`
// inside HardFault, an unhandled SVC at `bkpt #2`. The simulator reports both with the original cause.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "semihost.h"

extern uint32_t __stack_top[], __data_start[], __data_end[], __bss_start[], __bss_end[];
extern const uint32_t __data_load[];

extern void initialise_monitor_handles(void) __attribute__((weak));
extern void __libc_init_array(void);
extern int main(int argc, char **argv);

void Reset_Handler(void) __attribute__((noreturn));
void HardFault_Handler(void) __attribute__((weak));
void SVC_Handler(void) __attribute__((weak));
// For a core with interrupts (nvic.h). 0 in programs without these handlers; the exception is then a fault.
void NMI_Handler(void) __attribute__((weak));
void PendSV_Handler(void) __attribute__((weak));
void SysTick_Handler(void) __attribute__((weak));

void HardFault_Handler(void) {
    for (;;) __asm volatile("bkpt #1");
}

void SVC_Handler(void) {
    for (;;) __asm volatile("bkpt #2");
}

typedef void (*handler_t)(void);

struct vectors {
    uint32_t *stack;
    handler_t handler[15];
};

__attribute__((section(".vectors"), used)) static const struct vectors vector_table = {
    __stack_top,
    {
        [0] = Reset_Handler,       // exception 1
        [1] = NMI_Handler,
        [2] = HardFault_Handler,   // exception 3
        [10] = SVC_Handler,        // exception 11
        [13] = PendSV_Handler,
        [14] = SysTick_Handler,
    },
};

// newlib's __libc_init_array and __libc_fini_array call these two. They are empty, because constructors are in the init
// arrays. They are marked used, because link-time optimisation does not see those calls.
__attribute__((used)) void _init(void);
__attribute__((used)) void _fini(void);
void _init(void) {}
void _fini(void) {}

enum { COMMAND_LINE_BYTES = 4096, ARGUMENTS = 128 };

static char command_line[COMMAND_LINE_BYTES];
static char *arguments[ARGUMENTS + 1];

// Splits the command line at spaces. "..." groups words; inside it, \" and \\ mean the characters themselves.
static int split(char *line, char **argv) {
    int argc = 0;
    char *in = line, *out = line;
    while (argc < ARGUMENTS) {
        while (*in == ' ') in++;
        if (*in == '\0') break;
        argv[argc++] = out;
        int quoted = 0;
        while (*in != '\0' && (quoted || *in != ' ')) {
            if (*in == '"') {
                quoted = !quoted;
                in++;
            } else {
                if (quoted && *in == '\\' && (in[1] == '"' || in[1] == '\\')) in++;
                *out++ = *in++;
            }
        }
        int last = *in == '\0';
        *out++ = '\0';
        if (last) break;
        in++;
    }
    argv[argc] = NULL;
    return argc;
}

void Reset_Handler(void) {
    const uint32_t *from = __data_load;
    for (volatile uint32_t *to = __data_start; to < __data_end;) *to++ = *from++;
    for (volatile uint32_t *to = __bss_start; to < __bss_end;) *to++ = 0;
    if (initialise_monitor_handles) initialise_monitor_handles();
    struct { char *buffer; uint32_t bytes; } request = {command_line, COMMAND_LINE_BYTES};
    if (semihost(SYS_GET_CMDLINE, &request) != 0) command_line[0] = '\0';
    __libc_init_array();
    exit(main(split(command_line, arguments), arguments));
}
