// SPDX-License-Identifier: Apache-2.0
// Reads the cycle counter (see bench.h). It is assembly, so that the empty pair is always the same instructions.

#include "gfp_soc.h"

    .syntax unified
    .cpu cortex-m0plus
    .thumb

    .section .text.bench_begin, "ax", %progbits
    .balign 4
    .global bench_begin
    .thumb_func
    .type bench_begin, %function
bench_begin:
    ldr r2, =bench_start
    ldr r1, =GFP_CYCLE_LO
    ldr r0, [r1]
    str r0, [r2]
    bx lr
    .pool
    .size bench_begin, . - bench_begin

    .section .text.bench_stop, "ax", %progbits
    .balign 4
    .global bench_stop
    .thumb_func
    .type bench_stop, %function
bench_stop:
    ldr r1, =GFP_CYCLE_LO
    ldr r0, [r1]
    ldr r2, =bench_start
    ldr r2, [r2]
    subs r0, r0, r2
    bx lr
    .pool
    .size bench_stop, . - bench_stop

    .section .text.bench_empty, "ax", %progbits
    .balign 4
    .global bench_empty
    .thumb_func
    .type bench_empty, %function
bench_empty:
    push {r4, lr}
    nop                 // puts the calls at word boundaries: no straddling refill in the empty pair
    bl bench_begin
    bl bench_stop
    pop {r4, pc}
    .size bench_empty, . - bench_empty

    .section .bss.bench_start, "aw", %nobits
    .balign 4
bench_start:
    .space 4
