// SPDX-License-Identifier: Apache-2.0
// Chien search: the roots of a polynomial among points taken 20 at a time.
//
//   unsigned ev_rs_chien20(const uint32_t *coefficients, const uint32_t *end, const uint32_t *points, unsigned blocks,
//                       uint8_t *elements, unsigned wanted)
//     coefficients   from the highest to that of x^0, each in all four lanes: an odd number, at least 3
//     points         5 words: the points of the block before the first; 1 word: a block's points over those before
//     blocks         how many to search, at least 1
//     elements       the roots in the order of the points, at most `wanted` (>= 1)
//     returns        how many
//
// Cycles: 13 (8 with gfma) a coefficient and about 35 a block, about 40 a block with roots and 15 a root, 75 around. Needs the field
// register.

#include "operations.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_chien20, "ax", %progbits
    .balign 4
    .global ev_rs_chien20
    .thumb_func
    .type ev_rs_chien20, %function

.macro step coefficient
    multiply_add r3, \coefficient, r3, r8
    multiply_add r4, \coefficient, r4, r9
    multiply_add r5, \coefficient, r5, r10
    multiply_add r6, \coefficient, r6, r11
    multiply_add r7, \coefficient, r7, r12
.endm

// Frame, in bytes from sp
    .equ FACTOR, 0
    .equ COEFFICIENTS, 4
    .equ END, 8                 // of the coefficients
    .equ BLOCKS, 12             // to go
    .equ ELEMENT, 24            // where the next root goes
    .equ LAST, 28               // where the elements end
    .equ FIRST, 60              // where the elements begin

// The points in \x where the value is 0. The value's register is used up.
.macro roots value, x
    gfinv r0, \value
    gfmul r0, r0, \value
    gfadd r0, r0, lr            // 1 in the lanes of roots
    cmp r0, #0
    beq 2f
    ldr \value, [sp, #ELEMENT]
1:  rsbs r1, r0, #0
    ands r1, r0                 // the lowest root's lane
    eors r0, r1
    gfmul r1, r1, \x
    gfmul32 r1, r1, r1, lr
    lsrs r1, r1, #24
    strb r1, [\value]
    adds \value, #1
    cmp \value, r2
    bne 4f
    b .Lend_\value
4:  cmp r0, #0
    bne 1b
    str \value, [sp, #ELEMENT]
2:
.endm

ev_rs_chien20:
    push {r4-r7, lr}
    ldr r4, [sp, #20]
    ldr r5, [sp, #24]
    adds r5, r5, r4
    mov r6, r8
    mov r7, r9
    push {r4-r7}
    mov r4, r10
    mov r5, r11
    push {r4, r5}
    push {r0, r1, r3}
    mov lr, r1
    ldm r2!, {r3-r7}
    mov r8, r3
    mov r9, r4
    mov r10, r5
    mov r11, r6
    mov r12, r7
    ldr r1, [r2]
    push {r1}
    .balign 4
.Lblock:
    ldr r1, [sp, #FACTOR]
    gfmul r8, r8, r1
    gfmul r9, r9, r1
    gfmul r10, r10, r1
    gfmul r11, r11, r1
    gfmul r12, r12, r1
    ldr r0, [sp, #COEFFICIENTS]
    ldm r0!, {r3}
    movs r4, r3
    movs r5, r3
    movs r6, r3
    movs r7, r3
.Lcoefficient:
    ldm r0!, {r1, r2}
    step r1
    step r2
    cmp r0, lr
    bne .Lcoefficient
    gfmul r1, r3, r4
    gfmul r2, r5, r6
    gfmul r1, r1, r7
    gfmul r1, r1, r2
#if EV_GFTST
    gftst r1
    beq 3f
    b .Lnext
3:  ldr r2, =0x01010101
#else
    gfinv r2, r1
    gfmul r1, r1, r2
    ldr r2, =0x01010101
    cmp r1, r2
    bne 3f
    b .Lnext
3:
#endif
    mov lr, r2
    ldr r2, [sp, #LAST]
    roots r3, r8
    roots r4, r9
    roots r5, r10
    roots r6, r11
    roots r7, r12
    ldr r0, [sp, #END]
    mov lr, r0
.Lnext:
    ldr r0, [sp, #BLOCKS]
    subs r0, #1
    str r0, [sp, #BLOCKS]
    beq 3f
    b .Lblock
3:  ldr r3, [sp, #ELEMENT]
    b .Ldone
.Lend_r4:
    movs r3, r4
    b .Ldone
.Lend_r5:
    movs r3, r5
    b .Ldone
.Lend_r6:
    movs r3, r6
    b .Ldone
.Lend_r7:
    movs r3, r7
.Ldone:
.Lend_r3:
    ldr r0, [sp, #FIRST]
    subs r0, r3, r0
    add sp, #16
    pop {r4, r5}
    mov r10, r4
    mov r11, r5
    pop {r4-r7}
    mov r8, r6
    mov r9, r7
    pop {r4-r7, pc}
    .pool
    .size ev_rs_chien20, . - ev_rs_chien20
