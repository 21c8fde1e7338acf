// SPDX-License-Identifier: Apache-2.0
// Syndromes of a 255-symbol word over GF(2^8), folded by the cube roots of unity.
//
// 255 = 3 * 85, so every root x of the generator has x^85 = 1, w or w^2 with w^2 + w + 1 = 0. Write the word as A(x)
// x^170 + B(x) x^85 + C(x), with degrees below 85. If x^85 is
//     1     the word's value is that of X0 = A + B + C
//     w                                X1 = w (A + B) + A + C
//     w^2                              X2 = X1 + (A + B)
// A syndrome then costs 22 steps of Horner's rule on four symbols a step instead of 64.
//
// The lanes hold four consecutive symbols, the first in byte 0. B and C start one and two bytes after a word boundary.
// One carry-less product by 2^24 (2^16) shifts a word both ways at once.
//
//   void ev_rs_syndromes_fold(const uint32_t *word, const uint32_t *passes, uint8_t *syndromes, uint32_t *folded)
//     word        255 symbols, first of the highest power, word aligned; the byte after them is read and ignored.
//                 Those from 168 on are taken from the address in folded[0]
//     passes      w in all lanes; then per pass: a header, 5 or 6 steps x^4, as many lane weights x^(-lane) * const
//                 header: byte 0 = 4 * which of X0 X1 X2, byte 1 = index of the first syndrome (the others follow
//                 every 3), byte 2 = 6 - number of syndromes, byte 3 = 1 on the last pass
//     syndromes   written
//     folded      66 words of scratch: X0, X1, X2 interleaved by words
//
// Cycles: 22 * 21 for the fold, 22 * 14 (12) + 66 (58) for a pass of 6 (5), about 80 around; with gfma 22 * 20 and
// 22 * 8 (7). Needs the field register.

#include "operations.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_syndromes_fold, "ax", %progbits
    .balign 4
    .global ev_rs_syndromes_fold
    .thumb_func
    .type ev_rs_syndromes_fold, %function

// One column: four symbols each of A, B, C.  r0 A, r1 B, r2 C, r3 output.
// r11, r12 carry the part of the words at r1 - 4, r2 - 4 that belongs to this column.
.macro column
    ldm r0!, {r4}               // A
    ldm r1!, {r5}
    ldm r2!, {r6}
    gfadd r7, r4, r11
    gfmul32 r11, r5, r5, r8     // B = old r11 + r5
    eors r7, r5                 // A + B
    gfadd r5, r4, r12
    gfmul32 r12, r6, r6, r9     // C = old r12 + r6
    eors r5, r6                 // A + C
    eors r4, r5                 // C
    eors r4, r7                 // X0
    add_product r5, r7, r10, r6 // X1 += w (A + B)
    gfadd r6, r5, r7            // X2
    stm r3!, {r4, r5, r6}
.endm

// One step of Horner's rule on four symbols, for 6 or 5 syndromes.
.macro step6 offset
    ldr r1, [r0, #\offset]
    multiply_add r2, r1, r2, r8
    multiply_add r3, r1, r3, r9
    multiply_add r4, r1, r4, r10
    multiply_add r5, r1, r5, r11
    multiply_add r6, r1, r6, r12
    multiply_add r7, r1, r7, lr
.endm

.macro step5 offset
    ldr r1, [r0, #\offset]
    multiply_add r2, r1, r2, r8
    multiply_add r3, r1, r3, r9
    multiply_add r4, r1, r4, r10
    multiply_add r5, r1, r5, r11
    multiply_add r6, r1, r6, r12
.endm

// Steps over words 1 .. 21; the offset of a load reaches only ten interleaved words.
.macro steps kind
    \kind 12
    \kind 24
    \kind 36
    \kind 48
    \kind 60
    \kind 72
    \kind 84
    \kind 96
    \kind 108
    \kind 120
    adds r0, #132
    \kind 0
    \kind 12
    \kind 24
    \kind 36
    \kind 48
    \kind 60
    \kind 72
    \kind 84
    \kind 96
    \kind 108
    \kind 120
.endm

// The sum of a lane-weighted accumulator's lanes, to the syndrome `index` places on.
.macro finish register, index
    gfmul32 \register, \register, \register, r8
    lsrs \register, \register, #24
    strb \register, [r0, #\index]
.endm

ev_rs_syndromes_fold:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r1-r7}                // [sp] passes, [sp, 4] syndromes, [sp, 8] folded
    ldr r4, [r1]
    mov r10, r4
    movs r5, #1
    lsls r4, r5, #24
    mov r8, r4
    lsls r4, r5, #16
    mov r9, r4
    movs r1, r0
    adds r1, #84
    ldr r2, [r3]
    ldm r1!, {r5}
    lsrs r5, r5, #8
    mov r11, r5
    ldm r2!, {r6}
    lsrs r6, r6, #16
    mov r12, r6
    movs r4, r3
    adds r4, #(21 * 12)
    mov lr, r4
    .balign 4
1:  column
    column
    column
    column
    column
    column
    column
    cmp r3, lr
    beq 8f
    b 1b
8:  ldrb r4, [r0]               // the 85th symbols, in lane 0
    mov r7, r11
    uxtb r7, r7
    eors r7, r4                 // A + B
    mov r5, r12
    uxtb r5, r5                 // C
    movs r6, r4
    gfadd r4, r5, r7            // X0
    eors r5, r6                 // A + C
    add_product r5, r7, r10, r6 // X1
    gfadd r6, r5, r7            // X2
    stm r3!, {r4, r5, r6}

    ldr r1, [sp]
    adds r1, #4
2:  ldm r1!, {r0, r2-r6}
    mov r8, r2
    mov r9, r3
    mov r10, r4
    mov r11, r5
    mov r12, r6
    uxtb r3, r0
    ldr r2, [sp, #8]
    lsls r4, r0, #8
    lsrs r4, r4, #24            // 0: six syndromes, 1: five
    bne 7f
    b 3f
7:  adds r0, r2, r3
    str r1, [sp]
    ldr r1, [r0]
    movs r2, r1
    movs r3, r1
    movs r4, r1
    movs r5, r1
    movs r6, r1
    steps step5
    ldr r0, [sp]
    ldr r1, [r0]
    gfmul r2, r2, r1
    ldr r1, [r0, #4]
    gfmul r3, r3, r1
    ldr r1, [r0, #8]
    gfmul r4, r4, r1
    ldr r1, [r0, #12]
    gfmul r5, r5, r1
    ldr r1, [r0, #16]
    gfmul r6, r6, r1
    movs r1, r0
    adds r1, #20
    subs r0, #24
    ldr r7, [r0]                // the header
    lsls r0, r7, #16
    lsrs r0, r0, #24
    b 4f

3:  ldm r1!, {r7}
    mov lr, r7
    adds r0, r2, r3
    str r1, [sp]
    ldr r1, [r0]
    movs r2, r1
    movs r3, r1
    movs r4, r1
    movs r5, r1
    movs r6, r1
    movs r7, r1
    steps step6
    ldr r0, [sp]
    ldr r1, [r0]
    gfmul r2, r2, r1
    ldr r1, [r0, #4]
    gfmul r3, r3, r1
    ldr r1, [r0, #8]
    gfmul r4, r4, r1
    ldr r1, [r0, #12]
    gfmul r5, r5, r1
    ldr r1, [r0, #16]
    gfmul r6, r6, r1
    ldr r1, [r0, #20]
    gfmul r7, r7, r1
    movs r1, r0
    adds r1, #24
    mov r9, r7
    subs r0, #28
    ldr r7, [r0]
    lsls r0, r7, #16
    lsrs r0, r0, #24
    mov r12, r7
    ldr r7, [sp, #4]
    adds r0, r0, r7
    ldr r7, =0x01010101
    mov r8, r7
    mov r7, r9
    finish r7, 15
    mov r7, r12
    b 5f
4:  mov r12, r7
    ldr r7, [sp, #4]
    adds r0, r0, r7
    ldr r7, =0x01010101
    mov r8, r7
    mov r7, r12
5:  finish r2, 0
    finish r3, 3
    finish r4, 6
    finish r5, 9
    finish r6, 12
    lsrs r7, r7, #24
    bne 6f
    b 2b

6:  pop {r1-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    .pool
    .size ev_rs_syndromes_fold, . - ev_rs_syndromes_fold
