// SPDX-License-Identifier: Apache-2.0
// Roots in GF(2^8) of L(x) = A(x) + x^3 (B(x) + x^3), A and B affine over GF(2): every polynomial of degree 8 or less
// whose coefficient of x^6 is 1.
//
//   unsigned rs_search8(const uint32_t *cubes, const uint32_t *setup, uint8_t *elements, unsigned wanted)
//     cubes     x^3 of all elements, words in the order 4 * gray(i) + lane
//     setup     A, B at the elements 0..3; then what A and B change by when the element changes by
//               4 (A), 8 (A), 4 (B), 8 (B), 16 (A, B), 32 (A, B), 64 (A, B), 128 (A, B), in all lanes
//     elements  the roots in the order found, at most `wanted` (>= 1)
//     returns   how many
//
// Elements are visited in Gray-code order, four a word: A and B then cost one exclusive or each a word (after Truong,
// Jeng, Reed, IEEE Trans. Comm. 49 (2001) 9). Sixteen values are multiplied, and the product tested for a zero.
//
// Cycles: 40 for 16 elements, about 55 a root, 50 around; stops at the last wanted root. Needs the field register.

#include "gfp_asm.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.rs_search8, "ax", %progbits
    .balign 4
    .global rs_search8
    .thumb_func
    .type rs_search8, %function

// r0 cubes, r2 A, r3 B, r5 A by 4, r6 B by 4, r7 B by 8, r11 A by 8, r12 01 in each lane.
.macro group
    ldm r0!, {r1}
    gfadd r4, r1, r3
    gfmul r4, r4, r1
    gfadd r8, r4, r2
    eors r2, r5
    eors r3, r6
    ldm r0!, {r1}
    gfadd r4, r1, r3
    gfmul r4, r4, r1
    gfadd r9, r4, r2
    gfadd r2, r2, r11
    eors r3, r7
    ldm r0!, {r1}
    gfadd r4, r1, r3
    gfmul r4, r4, r1
    gfadd r10, r4, r2
    eors r2, r5
    eors r3, r6
    ldm r0!, {r1}
    gfadd r4, r1, r3
    gfmul r4, r4, r1
    eors r4, r2
    gfmul r1, r8, r9
    gfmul lr, r10, r4
    gfmul r1, r1, lr
    gfinv lr, r1
    gfmul r1, r1, lr
    cmp r1, r12
    beq 1f
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

rs_search8:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r2, r4-r7}
    adds r3, r3, r2             // where the elements end
    push {r0, r2, r3}
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
    group
    change 0
    group
    change 1
    group
    change 0
    group
    change 2
    group
    change 0
    group
    change 1
    group
    change 0
    group
    change 3
    b 1f
    .pool
1:  group
    change 0
    group
    change 1
    group
    change 0
    group
    change 2
    group
    change 0
    group
    change 1
    group
    change 0
    group
.Lend:
    add sp, #32
    pop {r1, r2, r3}            // cubes, next element, end
    pop {r1, r4-r7}             // first element
    subs r0, r2, r1
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}

// A group with at least one root: v0, v1, v2 in r8, r9, r10, v3 in r4; r0 is past the group's cubes.
.Lroots:
    push {r2, r3, r5-r7, lr}    // the changes are at [sp, 24], cubes [sp, 56], next element [sp, 60], end [sp, 64]
    ldr r1, [sp, #60]
    ldr r7, [sp, #56]
    subs r7, r0, r7
    subs r7, #16                // 16 * the group's number
    lsrs r6, r7, #1
    eors r7, r6                 // its first element, in Gray code
.macro word value, offset
    gfinv r3, \value
    gfmul r3, r3, \value
    cmp r3, r12
    beq 1f
    movs r6, #\offset
    eors r6, r7
    bl .Lstore
1:
.endm
    word r8, 0
    word r9, 4
    word r10, 12
    word r4, 8
    str r1, [sp, #60]
    pop {r2, r3, r5-r7, pc}

// r3 has 0 in the lanes of roots, 1 in the others; r6 is the element of lane 0.
.Lstore:
    mov r2, r12
    eors r3, r2
2:  rsbs r2, r3, #0
    ands r2, r3                 // the lowest root's lane
    eors r3, r2
    ldr r5, =0x03020100
    gfmul r2, r2, r5
    gfmul32 r2, r2, r2, r12
    lsrs r2, r2, #24            // its number
    eors r2, r6
    strb r2, [r1]
    adds r1, #1
    ldr r2, [sp, #64]
    cmp r1, r2
    beq 3f
    cmp r3, #0
    bne 2b
    bx lr
3:  str r1, [sp, #60]
    add sp, #24                 // as many as wanted: leave .Lroots too
    b .Lend
    .pool
    .size rs_search8, . - rs_search8
