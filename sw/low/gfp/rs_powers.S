// SPDX-License-Identifier: Apache-2.0
// The powers of x and their logarithms (gf_table.h), four at a time.
//
//   void ev_rs_powers(uint32_t *exp, uint16_t *log, uint8_t *place, const uint32_t how[3])
//     exp     first word given: 1, x, x^2, x^3; order + 1 words are written, the second half of them zeros
//     log     written for all powers. log[1] becomes the order
//     place   place[x^e] = -e * inverse modulo order, likewise
//     how     order; inverse, below it; x^4 in all lanes
//
// Cycles: 13 an element, 15 if `inverse` is not 1. Needs the field register.

#include "gfp_asm.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_powers, "ax", %progbits
    .balign 4
    .global ev_rs_powers
    .thumb_func
    .type ev_rs_powers, %function

// The element in r6 has the logarithm r4 and the position r3.
.macro element next
    strb r3, [r2, r6]
    lsls r6, r6, #1
    strh r4, [r1, r6]
    adds r4, #1
    \next
.endm

.macro four next
    stm r0!, {r5}
    uxtb r6, r5
    element \next
    lsrs r6, r5, #8
    uxtb r6, r6
    element \next
    lsrs r6, r5, #16
    uxtb r6, r6
    element \next
    lsrs r6, r5, #24
    gfmul r5, r5, r12
    element \next
.endm

.macro down_by_one
    subs r3, #1
.endm

.macro down_by_inverse
    subs r3, r7
    bhi 9f
    add r3, r8
9:
.endm

ev_rs_powers:
    push {r4-r7, lr}
    mov r4, r8
    push {r4}
    ldm r3!, {r4, r7}
    ldr r6, [r3]
    mov r12, r6
    mov r8, r4
    movs r3, r4                 // order stands for position 0
    lsls r6, r4, #1
    adds r6, #2
    adds r6, r6, r0
    mov lr, r6                  // where the powers end
    ldr r5, [r0]
    movs r4, #0
    cmp r7, #1
    bne 5f
1:  four down_by_one
    bpl 1b
    b 6f
5:  four down_by_inverse
    cmp r4, r8
    bls 5b
6:  mov r7, lr
2:  gfmul r6, r5, r12
    stm r0!, {r5, r6}
    gfmul r5, r6, r12
    cmp r0, r7
    blo 2b
    movs r0, r7                 // in GF(4) it is one word less
    lsls r2, r4, #1
    adds r7, r7, r2             // twice as far
    movs r2, #0
    movs r3, #0
    cmp r4, #4
    bls 7f                      // in GF(4) there are only two words of zeros
    movs r4, #0
    movs r5, #0
3:  stm r0!, {r2-r5}
    cmp r0, r7
    bne 3b
    b 8f
7:  stm r0!, {r2, r3}
8:  pop {r4}
    mov r8, r4
    pop {r4-r7, pc}
    .size ev_rs_powers, . - ev_rs_powers
