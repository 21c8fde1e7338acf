// SPDX-License-Identifier: Apache-2.0
// Syndromes of a word of any length over any field with m <= 8: Horner's rule on four symbols a step, five syndromes a
// pass. The lanes hold consecutive symbols, the first in byte 0.
//
//   void ev_rs_syndromes_direct(const uint32_t *word, const uint32_t *passes, uint8_t *syndromes, unsigned body,
//                            uint32_t mask)
//     word        body + 1 words
//     passes      the number of passes; then per pass 5 steps x^4 and 5 lane weights x^(n - 1 - 4 * body - lane)
//     syndromes   5 bytes a pass are written
//     mask        of the symbols in the last word
//
// Cycles: 11.5 * body + about 75 a pass, 6.5 * body with gfma. Needs the field register.

#include "operations.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_syndromes_direct, "ax", %progbits
    .balign 4
    .global ev_rs_syndromes_direct
    .thumb_func
    .type ev_rs_syndromes_direct, %function

.macro step5 data
    multiply_add r3, \data, r3, r8
    multiply_add r4, \data, r4, r9
    multiply_add r5, \data, r5, r10
    multiply_add r6, \data, r6, r11
    multiply_add r7, \data, r7, r12
.endm

.macro finish register, index
    ldm r2!, {r1}
    gfmul \register, \register, r1
    gfmul32 \register, \register, \register, r8
    lsrs \register, \register, #24
    strb \register, [r0, #\index]
.endm

ev_rs_syndromes_direct:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r0-r7}                // [sp] word, [sp, 4] passes, [sp, 8] syndromes, [sp, 12] body; mask at [sp, 52]
    lsls r3, r3, #2
    adds r3, r3, r0
    mov lr, r3                  // the last word
    ldm r1!, {r2}
    str r2, [sp, #12]           // passes to go
1:  ldm r1!, {r3-r7}
    mov r8, r3
    mov r9, r4
    mov r10, r5
    mov r11, r6
    mov r12, r7
    str r1, [sp, #4]
    ldr r0, [sp]
    movs r3, #0
    mov r1, lr
    subs r1, r1, r0
    lsls r1, r1, #29            // an odd number of words before the last: the first starts the sums
    beq 2f
    ldm r0!, {r3}
2:  movs r4, r3
    movs r5, r3
    movs r6, r3
    movs r7, r3
    cmp r0, lr
    beq 4f
    .balign 4
3:  ldm r0!, {r1, r2}
    step5 r1
    step5 r2
    cmp r0, lr
    bne 3b
4:  ldr r1, [r0]
    ldr r2, [sp, #52]
    ands r1, r2
    step5 r1
    ldr r2, [sp, #4]
    ldr r0, =0x01010101
    mov r8, r0
    ldr r0, [sp, #8]
    finish r3, 0
    finish r4, 1
    finish r5, 2
    finish r6, 3
    finish r7, 4
    adds r0, #5
    str r0, [sp, #8]
    movs r1, r2
    ldr r3, [sp, #12]
    subs r3, #1
    str r3, [sp, #12]
    bne 1b
    pop {r0-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    .pool
    .size ev_rs_syndromes_direct, . - ev_rs_syndromes_direct
