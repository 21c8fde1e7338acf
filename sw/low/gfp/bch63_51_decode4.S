// SPDX-License-Identifier: Apache-2.0
// BCH(63, 51), t = 2: four words at a time, one in each lane, without branches.
//
//   uint32_t ev_bch63_51_low_decode4(uint32_t words[8])          (see codes_backend.h)
//
// The algorithm is that of bch63_51.S. A linear map solves the quadratic y^2 + y = c: y = sum of k_i c^(2^i), where k_i
// is the sum of the first i conjugates of an element of trace 1. For 0x3a the k are 0, 3a, 1, 3b, 0, 3a. So y = 3a (c^2
// + c^8 + c^32) + c^4 + c^8: two powers with several exponent bits. A root 0 has the logarithm 255. Shifts by 223 and
// more give 0, so nothing is flipped.
//
// Cycles with call: 298 for four words, 9 more for each word with bit 63 set. Needs the field register
// (ev_bch63_51_low_start).

#include "gfp_asm.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_bch63_51_low_decode4, "ax", %progbits
    .balign 4
    .global ev_bch63_51_low_decode4
    .thumb_func
    .type ev_bch63_51_low_decode4, %function

// The next word's S1 and S3 into the lowest lanes of r6 and r7.
.macro syndromes
    ldm r0!, {r2, r3}
    gfmul32 r4, r5, r3, r8
    gfmul32 r4, r4, r4, r8
    eors r5, r4
    eors r5, r2
    gfmul32 r4, lr, r5, r9
    gfmul32 r4, r4, r4, r10
    eors r4, r5
    lsls r6, r6, #8
    eors r6, r4
    gfmul32 r4, lr, r5, r11
    gfmul32 r4, r4, r4, r12
    eors r4, r5
    ldrb r4, [r1, r4]
    lsls r7, r7, #8
    eors r7, r4
.endm

// Flips two bits of the next word: the roots in the highest lanes of r2 and r6.
.macro flip number
    lsrs r4, r2, #24
    lsls r2, r2, #8
    ldrb r4, [r1, r4]
    lsrs r5, r6, #24
    lsls r6, r6, #8
    ldrb r5, [r1, r5]
    movs r3, #1
    movs r7, #1
    lsls r3, r4
    lsls r7, r5
    eors r3, r7
    ldr r7, [r0]
    eors r3, r7
    subs r4, #32
    subs r5, #32
    movs r7, #1
    lsls r7, r4
    mov r12, r7
    movs r7, #1
    lsls r7, r5
    gfadd r4, r12, r7
    ldr r7, [r0, #4]
    eors r7, r4
    bmi .Lbad\number                // bit 63, which the code does not have
    stm r0!, {r3, r7}
.Lnext\number:
.endm

// Word `number` is beyond correction and stays as it is.
.macro bad number
.Lbad\number:
    adds r0, #8
    movs r3, #255
    lsls r3, r3, #(8 * \number)
    mov r4, lr
    orrs r3, r4
    mov lr, r3
    b .Lnext\number
.endm

ev_bch63_51_low_decode4:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    adr r1, .Lconstants
    ldm r1!, {r2-r6}
    mov r8, r2
    mov r9, r3
    mov r10, r4
    mov r11, r5
    mov r12, r6
    movs r6, #0
    movs r7, #0
    syndromes
    syndromes
    syndromes
    syndromes
    adds r1, #64
    ldm r1!, {r3, r4, r5}
    mov r8, r3                      // exponents 2, 8, 32
    mov r9, r4                      // 0x3a
    mov r10, r5                     // exponents 4, 8
    ldm r1!, {r5}                   // 01 in each lane
    gfsq r2, r6
    gfmul r2, r2, r6                // S1^3
    gfinv r3, r2
    eors r7, r2                     // S3 + S1^3
    gfmul r4, r7, r3                // c
    gfpow r2, r4, r8
    gfmul r2, r2, r9
    gfpow r3, r4, r10
    eors r2, r3                     // y
    gfsq r3, r2
    eors r3, r2
    eors r3, r4                     // not 0: c has no solution
    gfinv r4, r6
    gfmul r4, r4, r6
    eors r4, r5                     // 1 where S1 = 0; there S3 must be 0
    gfmul r4, r4, r7
    eors r3, r4
    gfinv r4, r3
    gfmul r4, r4, r3                // 1 where the word is beyond correction
    eors r5, r4                     // 1 where it is not
    gfmul r2, r2, r6                // X1 = S1 y
    eors r6, r2                     // X2 = X1 + S1
    gfmul r2, r2, r5
    gfmul r6, r6, r5
    gfinv r3, r2
    gfmul r3, r3, r2
    gfinv r5, r6
    gfmul r5, r5, r6
    adds r3, r3, r5                 // the number of roots
    movs r5, #255
    muls r4, r5
    orrs r3, r4                     // -1 where beyond correction
    rev r3, r3                      // the first word is in the highest lane
    mov lr, r3
    subs r0, #32
    flip 0
    flip 1
    flip 2
    flip 3
    mov r0, lr
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    bad 0
    bad 1
    bad 2
    bad 3

    .balign 4
.Lconstants:
    .word 0x662                     // x^32 mod g, g = 0x1539
    .word 0x4314f47, 0x43           // floor(x^32 / M1), M1
    .word 0x5265829, 0x57           // floor(x^32 / M3), M3
    // Value at alpha^3 of every residue mod M3.
    .byte 0, 1, 8, 9, 3, 2, 11, 10, 24, 25, 16, 17, 27, 26, 19, 18
    .byte 5, 4, 13, 12, 6, 7, 14, 15, 29, 28, 21, 20, 30, 31, 22, 23
    .byte 40, 41, 32, 33, 43, 42, 35, 34, 48, 49, 56, 57, 51, 50, 59, 58
    .byte 45, 44, 37, 36, 46, 47, 38, 39, 53, 52, 61, 60, 54, 55, 62, 63
    .word 0x2a2a2a2a, 0x3a3a3a3a, 0x0c0c0c0c, 0x01010101
    // Logarithms.
    .byte 255, 0, 1, 6, 2, 12, 7, 26, 3, 32, 13, 35, 8, 48, 27, 18
    .byte 4, 24, 33, 16, 14, 52, 36, 54, 9, 45, 49, 38, 28, 41, 19, 56
    .byte 5, 62, 25, 11, 34, 31, 17, 47, 15, 23, 53, 51, 37, 44, 55, 40
    .byte 10, 61, 46, 30, 50, 22, 39, 43, 29, 60, 42, 21, 20, 59, 57, 58
    .size ev_bch63_51_low_decode4, . - ev_bch63_51_low_decode4
