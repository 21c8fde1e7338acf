// SPDX-License-Identifier: Apache-2.0
// Roots in GF(2^8) of a polynomial of degree 8 or less, as L(x) = A(x) + x^3 (B(x) + c x^3), with c = 1 or 0 and
//     A = l0 + l1 x + l2 x^2 + l4 x^4 + l8 x^8      B = l3 + l5 x^2 + l7 x^4
// which are affine over GF(2). Every polynomial of degree 8 or less has this form after division by its coefficient of
// x^6, if that is not 0.
//
//   unsigned ev_rs_search8(const uint32_t *cubes, const uint32_t *locator, uint8_t *elements, unsigned wanted)
//     cubes     x^3 of all elements, words in the order 4 * gray(i) + lane
//     locator   3 words, coefficients of x^0 .. x^8 in bytes; those above are ignored
//     elements  the roots in the order found, at most `wanted` (>= 1); a double root once
//     returns   how many
//
// Elements are visited in Gray-code order, four a word. A and B then cost one exclusive or each a word (after Truong,
// Jeng, Reed, IEEE Trans. Comm. 49 (2001) 9). The product of sixteen values is tested for zero.
//
// Cycles: about 130 to begin with, 115 with gfma; 38 for 16 elements (34 if c = 0), with gfma and gftst 31 (27); about 55 a
// root, 50 around. Stops at the last wanted root. Needs the field register.

#include "operations.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_search8, "ax", %progbits
    .balign 4
    .global ev_rs_search8
    .thumb_func
    .type ev_rs_search8, %function

// r0 cubes, r2 A, r3 B, r5 A by 4, r6 B by 4, r7 B by 8, r11 A by 8, r12 01 in each lane.
// The polynomial at four elements. Temporary: \t, perhaps \cube; \to may be \cube if \t is not.
.macro value to, cube, t, c
    .if \c
    gfadd \t, \cube, r3
    multiply_add \to, r2, \t, \cube
    .else
    multiply_add \to, r2, r3, \cube
    .endif
.endm

// Sixteen elements. The first, in Gray code, is \element, or \element xor HALF's.
.macro group c, element
    ldm r0!, {r1, r4}
    value r8, r1, r8, \c
    eors r2, r5
    eors r3, r6
    value r9, r4, r9, \c
    gfadd r2, r2, r11
    eors r3, r7
    ldm r0!, {r1, r4}
    value r10, r1, r10, \c
    eors r2, r5
    eors r3, r6
    value r4, r4, r1, \c
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

// Frame, in bytes from sp: the changes when the element changes by 16 (A, B), 32, 64, 128, in all lanes, and
    .equ CUBES, 32
    .equ KIND, 36               // 0 if c = 0
    .equ NEXT, 40               // where the next root goes
    .equ LAST, 44               // where the elements end
    .equ HALF, 48               // what to add to the elements of `group`

// Adds A and B without their constants at the elements in r4 to \a and \b; with \new puts them there.
.macro affine a, b, new
    .if \new
    gfmul \a, r4, r8
    gfsq r4, r4
    .else
    add_product \a, r4, r8, r7
    gfsq r4, r4
    .endif
    add_product \a, r4, r9, r7
    .if \new
    gfmul \b, r4, r12
    .else
    add_product \b, r4, r12, r7
    .endif
    gfsq r4, r4
    add_product \a, r4, r10, r7
    add_product \b, r4, lr, r7
    gfsq r4, r4
    add_product \a, r4, r11, r7
.endm

// Byte \lane of \from in all lanes of \to. Temporary: \t, perhaps \from.
.macro spread to, from, lane, t
    .if \lane == 0
    uxtb \t, \from
    .else
    lsrs \t, \from, #8 * \lane
    .if \lane < 3
    uxtb \t, \t
    .endif
    .endif
    gfmul32 \to, \to, \t, r6
.endm

ev_rs_search8:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r2, r4-r7}
    adds r3, r3, r2
    movs r4, #0
    push {r2, r3, r4}           // NEXT, LAST, HALF
    ldm r1!, {r2, r3, r4}
    ldr r6, =0x01010101
    lsrs r5, r3, #16
    uxtb r5, r5
    gfmul32 r5, r5, r5, r6
    gfinv r5, r5
    push {r0, r5}               // CUBES, KIND
    cmp r5, #0
    beq 1f
    gfmul r2, r2, r5
    gfmul r3, r3, r5
    gfmul r4, r4, r5
1:  spread r11, r4, 0, r4       // l8
    spread r8, r2, 1, r4        // l1
    spread r9, r2, 2, r4        // l2
    spread r10, r3, 0, r4       // l4
    spread r12, r3, 1, r4       // l5
    spread lr, r3, 3, r4        // l7
    spread r3, r2, 3, r4        // l3
    spread r2, r2, 0, r2        // l0
    ldr r4, =0x03020100
    affine r2, r3, 0            // at 0, 1, 2, 3
    ldr r4, =0x20100804
    affine r5, r6, 1            // at 4, 8, 16, 32
    ldr r4, =0x00008040
    affine r0, r1, 1            // at 64, 128
    ldr r4, =0x01010101
    mov r12, r4
    lsrs r4, r0, #8
    uxtb r0, r0
    lsrs r7, r1, #8
    uxtb r1, r1
    gfmul32 r0, r0, r0, r12
    gfmul32 r1, r1, r1, r12
    gfmul32 r4, r4, r4, r12
    gfmul32 r7, r7, r7, r12
    push {r0, r1, r4, r7}       // by 64 and 128
    lsrs r0, r5, #16
    uxtb r0, r0
    lsrs r1, r6, #16
    uxtb r1, r1
    lsrs r4, r5, #24
    lsrs r7, r6, #24
    gfmul32 r0, r0, r0, r12
    gfmul32 r1, r1, r1, r12
    gfmul32 r4, r4, r4, r12
    gfmul32 r7, r7, r7, r12
    push {r0, r1, r4, r7}       // by 16 and 32
    lsrs r0, r5, #8
    uxtb r0, r0
    gfmul32 r11, r11, r0, r12   // A by 8
    lsrs r7, r6, #8
    uxtb r7, r7
    gfmul32 r7, r7, r7, r12     // B by 8
    uxtb r5, r5
    gfmul32 r5, r5, r5, r12     // A by 4
    uxtb r6, r6
    gfmul32 r6, r6, r6, r12     // B by 4
    ldr r1, [sp, #KIND]
    ldr r0, [sp, #CUBES]
    cmp r1, #0
    bne .Lwith
    b .Lwithout
    .pool
.Lwith:
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
    add sp, #40
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

.Lwithout:
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
    b .Lwithout
2:  b .Lend
    .pool
    .size ev_rs_search8, . - ev_rs_search8
