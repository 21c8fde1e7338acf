// SPDX-License-Identifier: Apache-2.0
// Code in RAM that stores over itself: over the instruction that stores; over the next one with an ISB in between,
// and without. Exit status 1 where the last one executed as it was before.

    .syntax unified
    .cpu cortex-m0plus
    .thumb

    .text
    .global main
    .thumb_func
    .type main, %function
main:
    push {r4, lr}
    ldr r0, =itself
    adds r4, r0, #1
    blx r4
    ldr r4, =with_barrier + 1
    blx r4
    cmp r0, #2
    bne 1f
    ldr r4, =without_barrier + 1
    blx r4
1:  subs r0, #2
    rsbs r0, r0, #0
    pop {r4, pc}
    .pool
    .size main, . - main

    .data
    .p2align 2
itself:  // r0: its own address
    ldm r0!, {r1, r2}
    subs r0, #8
    stm r0!, {r1, r2}  // the words that are there
    bx lr

with_barrier:
    movs r1, #2
    movs r2, #0x20
    lsls r2, r2, #8
    adr r3, 1f
    orrs r1, r2  // movs r0, #2
    strh r1, [r3]
    isb
    .p2align 2
1:  movs r0, #1
    bx lr

    .p2align 2
without_barrier:
    movs r1, #2
    movs r2, #0x20
    lsls r2, r2, #8
    adr r3, 1f
    orrs r1, r2
    strh r1, [r3]
    .p2align 2
1:  movs r0, #1
    bx lr
