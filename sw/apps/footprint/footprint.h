// SPDX-License-Identifier: Apache-2.0
// What a task of the library takes: the stack that it uses, and the memory that its caller provides.
//
// A program defines MEMORY, bytes of contexts, tables and work memory, and task(), which returns 0 when its result is right.
// main() fills the free stack with a pattern, runs the task, and prints how far the pattern is gone. An empty task takes
// what a call takes.
#ifndef EVARISTE_FOOTPRINT_H
#define EVARISTE_FOOTPRINT_H

#include <stdint.h>
#include <stdio.h>

#include "bench.h"

extern uint32_t __stack_bottom[];

#define PATTERN 0x5eed5eedu
#define NEAR 32    // bytes below its own frame that fill() leaves alone

static int task(void);

__attribute__((noinline)) static void fill(void) {
    volatile uint32_t *top = (volatile uint32_t *)((uintptr_t)__builtin_frame_address(0) - NEAR);
    for (volatile uint32_t *p = __stack_bottom; p < top; p++) *p = PATTERN;
}

__attribute__((noinline)) static int measured(void) {
    const uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    const volatile uint32_t *p = __stack_bottom;
    fill();
    bench_begin();
    const int status = task();
    const uint32_t cycles = bench_stop();
    while (*p == PATTERN) p++;
    printf("stack %u\n", (unsigned)(frame - (uintptr_t)p));
    bench_report("task", cycles);
    return status;
}

int main(void) {
    printf("memory %u\n", (unsigned)(MEMORY));
    return measured();
}

#endif
