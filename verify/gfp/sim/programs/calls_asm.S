// SPDX-License-Identifier: Apache-2.0
// Calls that a compiler might write otherwise: recursion, tail calls, supervisor calls.

    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .text

    .macro function name
    .global \name
    .thumb_func
    .type \name, %function
\name:
    .endm

    function recurse        // returns n by n calls of itself
    push {r4, lr}
    movs r4, r0
    beq 1f
    subs r0, r4, #1
    bl recurse
    adds r0, #1
1:  pop {r4, pc}
    .size recurse, . - recurse

    function tail_first
    adds r0, #1
    b tail_second
    .size tail_first, . - tail_first

    function tail_second
    push {r4, lr}
    bl leaf
    pop {r4, pc}
    .size tail_second, . - tail_second

    function leaf
    nop
    bx lr
    .size leaf, . - leaf

    function supervisor
    svc #0
    svc #1
    svc #2
    svc #3
    bx lr
    .size supervisor, . - supervisor

    function SVC_Handler
    nop
    nop
    bx lr
    .size SVC_Handler, . - SVC_Handler
