// SPDX-License-Identifier: Apache-2.0
// Roots in GF(2^8) of L(x) = A(x) + x^3 (B(x) + c x^3), with A and B affine over GF(2) and c = 1 or 0. Every polynomial
// of degree 8 or less has this form after division by its coefficient of x^6, if that is not 0.
//
//   unsigned ev_rs_search8(const uint32_t *cubes, const uint32_t *setup, uint8_t *elements, unsigned wanted)      c = 1
//   unsigned ev_rs_search8_without(...)                                                         the same, c = 0
//     cubes     x^3 of all elements, words in the order 4 * gray(i) + lane
//     setup     A, B at the elements 0..3; then what A and B change by when the element changes by
//               4 (A), 8 (A), 4 (B), 8 (B), 16 (A, B), 32 (A, B), 64 (A, B), 128 (A, B), in all lanes
//     elements  the roots in the order found, at most `wanted` (>= 1)
//     returns   how many
//
// Elements are visited in Gray-code order, four a word. A and B then cost one exclusive or each a word (after Truong,
// Jeng, Reed, IEEE Trans. Comm. 49 (2001) 9). The product of sixteen values is tested for zero.
//
// Cycles: 40 for 16 elements (37 if c = 0), with gfma and gftst 33 (30), about 55 a root, 50 overhead. Stops at the last wanted root. Needs the
// field register.

#include "operations.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_search8, "ax", %progbits
    .balign 4
    .global ev_rs_search8
    .thumb_func
    .type ev_rs_search8, %function

// r0 cubes, r2 A, r3 B, r5 A by 4, r6 B by 4, r7 B by 8, r11 A by 8, r12 01 in each lane.
// The polynomial at the next four elements.
.macro value to, c
    ldm r0!, {r1}
    .if \c
    gfadd r4, r1, r3
    multiply_add \to, r2, r4, r1
    .else
    multiply_add \to, r2, r3, r1
    .endif
.endm

// Sixteen elements. The first, in Gray code, is \element, or \element xor HALF's.
.macro group c, element
    value r8, \c
    eors r2, r5
    eors r3, r6
    value r9, \c
    gfadd r2, r2, r11
    eors r3, r7
    value r10, \c
    eors r2, r5
    eors r3, r6
    value r4, \c
    gfmul r1, r8, r9
    gfmul lr, r10, r4
    gfmul r1, r1, lr
    branch_without_zero r1, lr, r12, 1f
    movs r1, #\element
    bl .Lroots
1:
.endm

// To the next sixteen elements: `pair` is the index of the changes among those on the stack.
.macro change pair
    ldr r1, [sp, #8 * \pair]
    eors r2, r1
    ldr r1, [sp, #8 * \pair + 4]
    eors r3, r1
.endm

// Frame, in bytes from sp: the changes, and
    .equ NEXT, 32               // where the next root goes
    .equ LAST, 36               // where the elements end
    .equ HALF, 40               // what to add to the elements of `group`

// What both begin with.
.macro begin
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r2, r4-r7}
    adds r3, r3, r2
    movs r4, #0
    push {r2, r3, r4}           // NEXT, LAST, HALF
    sub sp, #32
    movs r4, r1
    adds r4, #24
    mov r5, sp
    ldm r4!, {r2, r3, r6, r7}
    stm r5!, {r2, r3, r6, r7}
    ldm r4!, {r2, r3, r6, r7}
    stm r5!, {r2, r3, r6, r7}
    ldr r4, =0x01010101
    mov r12, r4
    ldm r1!, {r2, r3, r5}
    ldm r1!, {r4, r6, r7}
    mov r11, r4
.endm

ev_rs_search8:
    begin
    group 1, 0
    change 0
    group 1, 24
    change 1
    group 1, 48
    change 0
    group 1, 40
    change 2
    group 1, 96
    change 0
    group 1, 120
    change 1
    group 1, 80
    change 0
    group 1, 72
    change 3
    b 1f
    .pool
1:  group 1, 192
    change 0
    group 1, 216
    change 1
    group 1, 240
    change 0
    group 1, 232
    change 2
    group 1, 160
    change 0
    group 1, 184
    change 1
    group 1, 144
    change 0
    group 1, 136
.Lend:
    add sp, #32
    pop {r0, r2, r3}
    pop {r1, r4-r7}             // first element
    subs r0, r0, r1
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}

// The elements where \value, of those from r1 + \offset, is 0.
.macro word value, offset
#if EV_GFTST
    gftst \value
    bne 1f
    gfinv r3, \value
    gfmul r3, r3, \value
#else
    gfinv r3, \value
    gfmul r3, r3, \value
    cmp r3, r12
    beq 1f
#endif
    gfadd r3, r3, r12           // 1 in the lanes of roots
2:  rsbs r2, r3, #0
    ands r2, r3                 // the lowest of them
    eors r3, r2
    ldr r7, =0x00010203
    gfmul32 r2, r2, r2, r7
    lsrs r2, r2, #24            // its number
    eors r2, r1
    .if \offset
    adds r2, #\offset
    .endif
    strb r2, [r5]
    adds r5, #1
    ldr r2, [sp, #LAST + 20]
    cmp r5, r2
    beq .Lfull
    cmp r3, #0
    bne 2b
1:
.endm

// A group with at least one root: its values in r8, r9, r10 and r4, its first element in r1.
.Lroots:
    push {r2, r3, r5, r7, lr}
    ldr r2, [sp, #HALF + 20]
    ldr r5, [sp, #NEXT + 20]
    eors r1, r2
    word r8, 0
    word r9, 4
    movs r2, #8
    eors r1, r2
    word r10, 4
    word r4, 0
    str r5, [sp, #NEXT + 20]
    pop {r2, r3, r5, r7, pc}
.Lfull:
    str r5, [sp, #NEXT + 20]
    add sp, #20
    b .Lend
    .pool
    .size ev_rs_search8, . - ev_rs_search8

    .balign 4
    .global ev_rs_search8_without
    .thumb_func
    .type ev_rs_search8_without, %function
ev_rs_search8_without:
    begin
.Lhalf:
    group 0, 0
    change 0
    group 0, 24
    change 1
    group 0, 48
    change 0
    group 0, 40
    change 2
    group 0, 96
    change 0
    group 0, 120
    change 1
    group 0, 80
    change 0
    group 0, 72
    ldr r1, [sp, #HALF]
    cmp r1, #0
    bne 2f
    movs r1, #192               // the second half in Gray code
    str r1, [sp, #HALF]
    change 3
    b .Lhalf
2:  b .Lend
    .pool
    .size ev_rs_search8_without, . - ev_rs_search8_without
