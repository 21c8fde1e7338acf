// SPDX-License-Identifier: Apache-2.0
// The powers of x and their logarithms (gf_table.h), four at a time.
//
//   void rs_powers(uint32_t *exp, uint16_t *log, uint8_t *place, unsigned order, uint32_t step)
//     exp     first word given: 1, x, x^2, x^3; order + 1 words are written, the second half of them zeros
//     log     written for all powers. log[1] becomes the order
//     place   place[x^e] = order - e, likewise
//     step    x^4 in all lanes
//
// Cycles: 13 an element. Needs the field register.

#include "gfp_asm.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.rs_powers, "ax", %progbits
    .balign 4
    .global rs_powers
    .thumb_func
    .type rs_powers, %function

.macro element
    strb r3, [r2, r6]
    lsls r6, r6, #1
    strh r4, [r1, r6]
    adds r4, #1
    subs r3, #1
.endm

rs_powers:
    push {r4-r7, lr}
    ldr r7, [sp, #20]
    mov r12, r7
    lsls r7, r3, #1
    adds r7, #2
    adds r7, r7, r0             // where the powers end
    ldr r5, [r0]
    movs r4, #0
1:  stm r0!, {r5}
    uxtb r6, r5
    element
    lsrs r6, r5, #8
    uxtb r6, r6
    element
    lsrs r6, r5, #16
    uxtb r6, r6
    element
    lsrs r6, r5, #24
    gfmul r5, r5, r12
    element
    bpl 1b
2:  gfmul r6, r5, r12
    stm r0!, {r5, r6}
    gfmul r5, r6, r12
    cmp r0, r7
    blo 2b
    movs r0, r7                 // in GF(4) it is one word less
    lsls r4, r4, #1
    adds r7, r7, r4             // twice as far
    movs r4, #0
    movs r5, #0
3:  stm r0!, {r4, r5}
    cmp r0, r7
    bne 3b
    pop {r4-r7, pc}
    .size rs_powers, . - rs_powers
