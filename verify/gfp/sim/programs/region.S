// SPDX-License-Identifier: Apache-2.0
// A measured region of known instructions: 1 load, 1 store, 2 + 6 arithmetic, 6 branches, 2 Galois-field, 1 other.
// 2 + 2 + 2 + (6 x 1 + 5 x 2 + 1) + 2 + 1 = 26 cycles.

#include "gfp_asm.h"

    .syntax unified
    .cpu cortex-m0plus
    .thumb

    .text
    .global main
    .thumb_func
    .type main, %function
main:
    push {r4, lr}
    bl bench_begin
    ldr r0, [sp]
    str r0, [sp]
    movs r1, #3
    adds r1, r1, r1
1:  subs r1, #1
    bne 1b
    gfmul r2, r1, r1
    gfsq r2, r2
    sev
    bl bench_stop
    movs r1, r0
    ldr r0, =label
    bl bench_report
    movs r0, #0
    pop {r4, pc}
    .pool
    .size main, . - main

    .section .rodata
label:
    .asciz "region"
