// SPDX-License-Identifier: Apache-2.0
// Four rows of the encoder's matrix, 16 columns: synthetic division of the generator by x - root, a root in each lane.
//
//   void rs_divide16(const uint32_t *coefficients, uint32_t *to, uint32_t division[3])
//     coefficients   the generator's next 16, from the highest, each in all lanes
//     to             four rows of four words
//     division       the roots; what the quotients are multiplied by; the carry, which is 1 before the first column
//
// Cycles: 68 for four columns and about 45. Needs the field register.

#include "gfp_asm.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.rs_divide16, "ax", %progbits
    .balign 4
    .global rs_divide16
    .thumb_func
    .type rs_divide16, %function

// \to = the quotients' coefficient; \coefficient is the generator's next.
.macro column to, coefficient
    gfmul \to, r10, r9
    gfmul r10, r10, r8
    gfadd r10, r10, \coefficient
.endm

// Two columns a, b: even = a0 b0 a2 b2 to \b, odd = a1 b1 a3 b3 to \a. r6 is 0x00FF00FF.
.macro pair a, b
    movs r7, \a
    ands r7, r6
    mov r12, r7
    lsrs \a, \a, #8
    ands \a, r6
    movs r7, \b
    ands r7, r6
    lsls r7, r7, #8
    bics \b, r6
    orrs \a, \b
    mov \b, r12
    orrs \b, r7
.endm

// The low halves of two pairs to row \row, the high ones two rows on.
.macro rows left, right, row
    uxth r6, \left
    lsls r7, \right, #16
    orrs r6, r7
    str r6, [r1, #16 * \row]
    lsrs r6, \left, #16
    lsrs r7, \right, #16
    lsls r7, r7, #16
    orrs r6, r7
    str r6, [r1, #16 * \row + 32]
.endm

rs_divide16:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r2, r4-r7}
    ldm r2!, {r4, r5, r6}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    ldr r4, =0x00FF00FF
    mov r11, r4
    movs r4, r1
    adds r4, #16
    mov lr, r4
1:  ldm r0!, {r4-r7}
    column r2, r4
    column r3, r5
    column r4, r6
    column r5, r7
    mov r6, r11
    pair r2, r3
    pair r4, r5
    rows r3, r5, 0
    rows r2, r4, 1
    adds r1, #4
    cmp r1, lr
    bne 1b
    pop {r2, r4-r7}
    mov r3, r10
    str r3, [r2, #8]
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    .pool
    .size rs_divide16, . - rs_divide16
