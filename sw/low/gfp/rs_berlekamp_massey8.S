// SPDX-License-Identifier: Apache-2.0
// Berlekamp-Massey for up to 16 syndromes and no erasures, in registers.
//
//   unsigned ev_rs_berlekamp_massey8(const uint32_t *syndromes, uint32_t *locator, unsigned checks)
//     syndromes  `checks` bytes (1 .. 16), readable up to a multiple of 4
//     locator    4 words written: coefficients of x^0 .. x^8
//     returns    the length of the register; above 8 the locator is not meaningful
//
// With 16 syndromes of a word with 8 random errors, every discrepancy is usually not zero. The register then grows at
// each even step and never at an odd one. The straight-line code does exactly this. It leaves for the loop at the first
// zero discrepancy of an even step. At an odd step a zero changes nothing, because it multiplies what would be added.
// Other decoders shift the previous locator and swap the two; the straight-line code swaps the roles of registers.
//
// Cycles: 324 in the straight-line code, 283 with gfma; 25 to 34 a step in the loop, so at most about 550. Needs the field register.
//
//   r0, r1  window: the 8 syndromes before the current one, the newest in byte 0
//   r2, r3  locator, coefficients of x^1 .. x^8        r4, r5  x^j * previous locator, likewise   (or the other way round)
//   r8      01 in each lane      r9  2^8, to shift two words by a byte      r10  inverse of the previous discrepancy
//   r11     syndromes to come, the next one on top; in the loop the address of syndrome 2 * length
//   lr      in the loop, the address of this step's syndrome

#include "operations.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_berlekamp_massey8, "ax", %progbits
    .balign 4

// Discrepancy of a step while the locator has at most 4 coefficients. In all lanes of r7; Z is set if it is zero.
.macro discrepancy4 l0
    gfmul32 r6, r11, r11, r9    // the syndrome
    multiply_add r7, r6, \l0, r0
    lsls r0, r0, #8
    eors r0, r6
    gfmul32 r6, r7, r7, r8
    eors r7, r6
.endm

.macro discrepancy8 l0, l1
    gfmul32 r6, r11, r11, r9
    multiply_add r7, r6, \l0, r0
    add_product r7, \l1, r1, r12
    gfmul32 r12, r0, r0, r9
    lsls r1, r1, #8
    gfadd r1, r1, r12
    eors r0, r6
    gfmul32 r6, r7, r7, r8
    eors r7, r6
.endm

// The register grows. The new locator goes to the registers of the previous one. The old one, times x, stays in its
// own.
.macro grow4 l0, b0
    gfmul r6, r7, r10
    gfinv r10, r7
    multiply_add \b0, \l0, \b0, r6
    lsls \l0, \l0, #8
    adds \l0, #1
.endm

.macro grow8 l0, l1, b0, b1
    gfmul r6, r7, r10
    gfinv r10, r7
    multiply_add \b0, \l0, \b0, r6
    multiply_add \b1, \l1, \b1, r6
    gfmul32 r6, \l0, \l0, r9
    lsls \l1, \l1, #8
    eors \l1, r6
    adds \l0, #1
.endm

// The register keeps its length.
.macro keep4 l0, b0
    gfmul r6, r7, r10
    add_product \l0, r6, \b0, r6
    lsls \b0, \b0, #8
.endm

.macro keep8 l0, l1, b0, b1
    gfmul r6, r7, r10
    add_product \l0, r6, \b0, r7
    add_product \l1, r6, \b1, r7
    gfmul32 r6, \b0, \b0, r9
    lsls \b1, \b1, #8
    eors \b1, r6
.endm

// The next four syndromes. Their address is the first word on the stack.
.macro fetch offset
    ldr r6, [sp]
    ldr r6, [r6, #\offset]
    rev r6, r6
    mov r11, r6
.endm

// Exit for a zero discrepancy at step \step: to the loop, which finds the step in r6.
.macro exit step, target
.Lzero_\step:
    movs r6, #\step
    b \target
.endm

.Lswapped:                      // locator in r4, r5
    mov r7, r2
    movs r2, r4
    mov r4, r7
    mov r7, r3
    movs r3, r5
    mov r5, r7
    b .Lzero
    exit 2, .Lswapped
    exit 0, .Lfar
.Lfar:
    b .Lzero

    .balign 4
    .global ev_rs_berlekamp_massey8
    .thumb_func
    .type ev_rs_berlekamp_massey8, %function
ev_rs_berlekamp_massey8:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    adds r3, r0, r2
    push {r0-r7}                // [sp] syndromes, [sp, 4] locator, [sp, 12] where the syndromes end
    ldr r6, =0x01010101
    mov r8, r6
    mov r10, r6
    lsls r6, r6, #24
    lsrs r6, r6, #16
    mov r9, r6
    movs r6, #0
    movs r1, r6
    movs r3, r6
    movs r5, r6
    movs r4, #1                 // x * 1
    cmp r2, #16
    beq 1f
    mov lr, r0
    mov r11, r0
    movs r0, r6
    movs r2, r6
    b .Lstep
1:  fetch 0
    movs r0, #0
    movs r2, #0
    discrepancy4 r2
    beq .Lzero_0
    grow4 r2, r4
    discrepancy4 r4
    keep4 r4, r2
    discrepancy4 r4
    beq .Lzero_2
    grow4 r4, r2
    discrepancy4 r2
    keep4 r2, r4
    fetch 4
    discrepancy4 r2
    beq .Lzero_4
    grow4 r2, r4
    discrepancy4 r4
    keep4 r4, r2
    discrepancy4 r4
    beq .Lzero_6
    grow4 r4, r2
    discrepancy4 r2
    gfmul r6, r7, r10           // step 7 keeps; its previous locator passes into the second word
    add_product r2, r6, r4, r6
    gfmul32 r5, r4, r4, r9
    ldr r6, [sp]
    ldr r1, [r6]
    rev r1, r1
    ldr r6, [r6, #8]
    rev r6, r6
    mov r11, r6
    b 2f
    exit 4, .Lzero
    exit 6, .Lfar_swapped
    exit 8, .Lzero
.Lfar_swapped:
    b .Lswapped
    .pool
2:  discrepancy8 r2, r3
    beq .Lzero_8
    grow8 r2, r3, r4, r5
    discrepancy8 r4, r5
    keep8 r4, r5, r2, r3
    discrepancy8 r4, r5
    beq .Lzero_10
    grow8 r4, r5, r2, r3
    discrepancy8 r2, r3
    b 2f
    exit 10, .Lfar_swapped2
    exit 12, .Lzero
    exit 14, .Lfar_swapped2
.Lfar_swapped2:
    b .Lswapped
2:  keep8 r2, r3, r4, r5
    fetch 12
    discrepancy8 r2, r3
    beq .Lzero_12
    grow8 r2, r3, r4, r5
    discrepancy8 r4, r5
    keep8 r4, r5, r2, r3
    discrepancy8 r4, r5
    beq .Lzero_14
    grow8 r4, r5, r2, r3
    gfmul32 r6, r11, r11, r9
    multiply_add r7, r6, r2, r0
    add_product r7, r3, r1, r12
    gfmul32 r6, r7, r7, r8
    eors r7, r6
    gfmul r6, r7, r10
    add_product r2, r6, r4, r7
    add_product r3, r6, r5, r7
    movs r0, #8
    b .Ldone

.Lzero:                         // r6: the step that had a zero discrepancy; the length is half of it
    ldr r7, [sp]
    adds r7, r7, r6
    mov lr, r7
    mov r11, r7
    cmp r6, #8                  // below step 8 the window's second word has not been kept
    bhs .Lnext
    ldr r1, [sp]
    ldr r1, [r1]
    rev r1, r1
    movs r7, #7
    subs r7, r7, r6
    lsls r7, r7, #3
    lsrs r1, r7
    b .Lnext
    .balign 4
.Lstep:
    mov r7, lr
    ldrb r6, [r7]
    multiply_add r7, r6, r2, r0
    add_product r7, r3, r1, r12
    gfmul32 r12, r0, r0, r9
    lsls r1, r1, #8
    gfadd r1, r1, r12
    eors r0, r6
    gfmul32 r6, r7, r7, r8
    eors r7, r6
    beq .Lnext
    gfmul r6, r7, r10           // the factor
    cmp lr, r11
    bhs .Lgrow                  // 2 * length <= step
    add_product r2, r6, r4, r7
    add_product r3, r6, r5, r7
.Lnext:
    gfmul32 r6, r4, r4, r9      // previous locator times x
    lsls r5, r5, #8
    eors r5, r6
.Ladvance:
    movs r6, #1
    add lr, r6
    ldr r6, [sp, #12]
    cmp lr, r6
    bne .Lstep
    ldr r0, [sp]
    mov r1, r11
    subs r0, r1, r0
    lsrs r0, r0, #1
.Ldone:
    ldr r1, [sp, #4]
    gfmul32 r4, r2, r2, r9
    gfmul32 r5, r3, r3, r9
    adds r2, #1
    eors r3, r4
    movs r4, r5
    movs r5, #0
    stm r1!, {r2-r5}
    add sp, #16
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}

.Lgrow:                         // to step + 1 - length; the old locator times x is the new previous one
    gfinv r10, r7
    gfmul r7, r6, r4
    movs r4, r2
    eors r2, r7
    gfmul r7, r6, r5
    movs r5, r3
    eors r3, r7
    gfmul32 r6, r4, r4, r9
    lsls r5, r5, #8
    eors r5, r6
    adds r4, #1
    mov r6, lr
    adds r6, r6, r6
    adds r6, #2
    mov r7, r11
    subs r6, r6, r7
    mov r11, r6
    b .Ladvance
    .size ev_rs_berlekamp_massey8, . - ev_rs_berlekamp_massey8
