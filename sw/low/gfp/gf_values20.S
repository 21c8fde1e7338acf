// SPDX-License-Identifier: Apache-2.0
// A polynomial at 20 points by Horner's rule.
//
//   void ev_gf_values20(const uint32_t *coefficients, const uint32_t *end, const uint32_t points[5], uint32_t values[5])
//     coefficients   from the highest to that of x^0, each in all four lanes; at least one
//
// Cycles: 15 (10 with gfma) a coefficient and about 60. Needs the field register.

#include "operations.h"

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
    multiply_add r3, r1, r3, r8
    multiply_add r4, r1, r4, r9
    multiply_add r5, r1, r5, r10
    multiply_add r6, r1, r6, r11
    multiply_add r7, r1, r7, r12
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
