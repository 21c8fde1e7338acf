// SPDX-License-Identifier: Apache-2.0
// The product of two polynomials mod x^16.
//
//   void ev_rs_multiply16(const uint32_t *a, const uint8_t *b, const uint8_t *end, uint32_t *product)
//     a        4 words of coefficients, that of x^0 in byte 0
//     b        end - b coefficients, at least one
//     product  4 words written; may be a
//
// Cycles: 21 (17 with gfma) a coefficient of b and about 60. Needs the field register.

#include "operations.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_multiply16, "ax", %progbits
    .balign 4
    .global ev_rs_multiply16
    .thumb_func
    .type ev_rs_multiply16, %function
ev_rs_multiply16:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r3-r7}
    mov lr, r2
    ldm r0!, {r4-r7}
    ldr r0, =0x01010101
    mov r12, r0
    lsls r0, r0, #24
    lsrs r0, r0, #16            // 2^8, to shift by a byte
    movs r2, #0
    mov r8, r2
    mov r9, r2
    mov r10, r2
    mov r11, r2
    b 2f
    .balign 4
1:  lsls r7, r7, #8
    gfmul32 r2, r6, r6, r0
    eors r7, r2
    gfmul32 r2, r5, r5, r0
    eors r6, r2
    gfmul32 r2, r4, r4, r0
    eors r5, r2
2:  ldrb r2, [r1]
    adds r1, #1
    gfmul32 r2, r2, r2, r12
    add_product r8, r4, r2, r3
    add_product r9, r5, r2, r3
    add_product r10, r6, r2, r3
    add_product r11, r7, r2, r3
    cmp r1, lr
    bne 1b
    pop {r0}
    mov r1, r8
    mov r2, r9
    mov r3, r10
    mov r4, r11
    stm r0!, {r1-r4}
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    .pool
    .size ev_rs_multiply16, . - ev_rs_multiply16
