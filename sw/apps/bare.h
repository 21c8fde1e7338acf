// SPDX-License-Identifier: Apache-2.0
// Programs without a host, for simulators that have none. `bare_main` starts at reset, instead of the start-up code,
// and ends at a breakpoint. Its result is in `bare_result`.
#ifndef EVARISTE_BARE_H
#define EVARISTE_BARE_H

#include <stdint.h>

extern uint32_t __data_start[], __data_end[];
extern const uint32_t __data_load[];

void bare_main(void);
extern uint8_t bare_result[];

static inline void bare_begin(void) {
    const uint32_t *from = __data_load;
    for (uint32_t *to = __data_start; to < __data_end;) *to++ = *from++;
}

// `bare_work` is called between the two. It is what is measured.
__attribute__((noreturn)) static inline void bare_end(void) {
    for (;;) __asm volatile("bkpt #0");
}

// The start-up code wants one; it is never called.
int main(void) { return 0; }

#endif
