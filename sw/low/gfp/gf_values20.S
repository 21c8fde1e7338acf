// SPDX-License-Identifier: Apache-2.0
// A polynomial at 20 points by Horner's rule.
//
//   void ev_gf_values20(const uint32_t *coefficients, const uint32_t *end, const uint32_t points[5], uint32_t values[5])
//     coefficients   from the highest to that of x^0, each in all four lanes; at least one
//
// Cycles: 15 a coefficient and about 60. Needs the field register.

#include "gfp_asm.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_gf_values20, "ax", %progbits
    .balign 4
    .global ev_gf_values20
    .thumb_func
    .type ev_gf_values20, %function
ev_gf_values20:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r3-r7}
    mov lr, r1
    ldm r2!, {r3-r7}
    mov r8, r3
    mov r9, r4
    mov r10, r5
    mov r11, r6
    mov r12, r7
    ldm r0!, {r3}
    movs r4, r3
    movs r5, r3
    movs r6, r3
    movs r7, r3
    cmp r0, lr
    beq 2f
    .balign 4
1:  ldm r0!, {r1}
    gfmul r3, r3, r8
    gfmul r4, r4, r9
    gfmul r5, r5, r10
    gfmul r6, r6, r11
    gfmul r7, r7, r12
    eors r3, r1
    eors r4, r1
    eors r5, r1
    eors r6, r1
    eors r7, r1
    cmp r0, lr
    bne 1b
2:  pop {r0}
    stm r0!, {r3-r7}
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    .size ev_gf_values20, . - ev_gf_values20
