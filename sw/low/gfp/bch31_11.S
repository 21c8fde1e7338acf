// SPDX-License-Identifier: Apache-2.0
// BCH(31, 11), t = 5, over GF(2^5), x^5 + x^2 + 1: decoder by Berlekamp-Massey and a search without branches.
//
//   int ev_bch31_11_low_decode(uint32_t *word)            (see codes_backend.h)
//
// 1. The word modulo the generator g (degree 20) by Barrett reduction: floor(w / g) is the upper word of
//    w * floor(x^32 / g), exactly. Zero: clean.
// 2. S1, S3, S5, S7: the word modulo their minimal polynomials, likewise; tables take the residues to the values. The
//    other syndromes are squares of these.
// 3. Berlekamp-Massey for binary codes (every second step only), coefficients of x^1 .. x^4 in the lanes. As a rule every
//    discrepancy differs from 0 until the locator is complete and is 0 from then on; where it is not so, a few other
//    courses lead to a locator of degree 5 or less, and each has its code.
// 4. The reversed locator at all 31 places by Horner's rule; word k has the places 8 * lane + k, so that the eight words
//    of zero flags, shifted by k, form the error pattern.
// 5. The corrected word must be a codeword; that refuses locators with too few roots.
//
// The constant of steps 1 and 5 has the term x added. It adds bit 31 of the word to the quotient. The code has no bit
// 31, so a word with that bit never compares as a codeword.
//
// Cycles with call: 299 for 5 errors on the straight-line path, 265 with gfma; 33 for none. Needs the field register (ev_bch31_11_low_start).

#include "operations.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_bch31_11_low_decode, "ax", %progbits
    .balign 4

// r1 modulo the minimal polynomial \to, \inverse = floor(x^32 / \to).
.macro residue to, inverse
    gfmul32 \inverse, r12, r1, \inverse
    gfmul32 \to, \to, \inverse, \to
    eors \to, r1
.endm

// The discrepancy in all lanes of r7, Z set when zero: r1 locator, r0 window, \odd the odd syndrome, by default r7.
.macro discrepancy odd
    .ifb \odd
    add_product r7, r1, r0, r2
    .else
    multiply_add r7, \odd, r1, r0
    .endif
    gfmul32 r2, r7, r7, r12
    eors r7, r2
.endm

// From window (.., S[2k], S[2k-1]) to (S[2k], S[2k-1], S[2k+2], S[2k+1]); r7 = S[2k+2], clobbered.
.macro window odd
    lsls r0, r0, #16
    eors r0, r7
    lsls r7, \odd, #8
    eors r0, r7
.endm

// S1 = 0. Step 3 then makes the locator 1 + S3 x^3, step 5 adds (S5 / S3) x^2, and the straight-line path continues.
.Lno_first:
    cmp r4, #0
    beq .Lno_third
    lsls r1, r4, #16
    lsls r0, r4, #8                 // window 0, S3, 0, 0
    gfmul32 r7, r7, r4, r12
    gfinv r3, r7
    gfmul32 r7, r7, r5, r12
    gfmul r2, r7, r3
    movs r7, #255
    lsls r7, r7, #8
    ands r2, r7
    eors r1, r2
    movs r2, #1
    lsls r2, r2, #24
    mov lr, r2                      // x^4: the previous locator was 1
    gfsq r7, r4
    window r5
    b .Lstep7
// S1 = S3 = 0: step 5 makes it 1 + S5 x^5, steps 7 and 9 add terms in x^2 and x^4.
.Lno_third:
    cmp r5, #0
    beq .Lfail
    gfmul32 r7, r7, r5, r12
    gfinv r3, r7
    gfmul32 r2, r2, r6, r12
    gfmul r2, r2, r3
    movs r1, #255
    lsls r1, r1, #8
    ands r1, r2
    lsls r0, r5, #24
    lsls r7, r6, #8
    eors r0, r7                     // window 0, S7, 0, S5
    movs r7, #8
    gfpow r7, r5, r7
    discrepancy
    gfmul r2, r7, r3
    lsrs r2, r2, #24
    lsls r2, r2, #24
    eors r1, r2
    movs r4, r5
    movs r7, #5
    b .Lsearch

// Step 3 had a zero discrepancy, step 5 (in r7) does not: the register grows from 1 to 4.
.Lgrow_1_4:
    gfmul r2, r7, r3
    gfinv r3, r7
    lsrs r2, r2, #24
    lsls r2, r2, #24                // factor * x^4
    gfsq r7, r4
    window r5
    movs r4, r1                     // S1: of the previous locator, what becomes the coefficient of x^5
    eors r1, r2
    lsls r7, r4, #16
    movs r2, #1
    lsls r2, r2, #8
    eors r2, r7
    mov lr, r2
    discrepancy r6
    gfmul r2, r7, r3
    add_product r1, r2, lr, r2
    movs r2, #1
    lsls r2, r2, #24
    mov lr, r2
    gfsq r7, r0
    lsrs r7, r7, #16
    uxtb r7, r7
    window r6
    b .Lstep9

// Step 5 had a zero discrepancy, step 7 (in r7) does not: the register grows from 2 to 5.
.Lgrow_2_5:
    gfmul r2, r7, r3
    gfinv r3, r7
    mov r7, lr
    lsrs r7, r7, #16                // S1
    gfmul r4, r7, r2
    uxtb r4, r4                     // the coefficient of x^5
    lsrs r2, r2, #24
    lsls r2, r2, #24
    lsls r7, r1, #16
    eors r1, r2
    movs r2, #1
    lsls r2, r2, #8
    eors r2, r7
    mov lr, r2                      // x^2 times the old locator
    gfsq r7, r0
    lsrs r7, r7, #16
    uxtb r7, r7
    window r6
    movs r2, #16
    gfpow r2, r0, r2                // S4 = S8^16
    gfmul r2, r2, r4
    movs r7, #8
    gfpow r7, r5, r7
    eors r7, r2
    discrepancy
    gfmul r2, r7, r3
    add_product r1, r2, lr, r2
    movs r7, #5
    b .Lsearch

.Lfail:
    movs r0, #0
    mvns r0, r0                     // EV_BCH_LOW_BEYOND
    add sp, #4
    pop {r4-r7, pc}

// A zero discrepancy: the locator is complete if all later discrepancies are zero too.
.Lzero_1:
    gfsq r7, r0
    uxtb r7, r7
    window r4
    discrepancy r5
    bne .Lgrow_1_4
    gfsq r7, r4
    window r5
    discrepancy r6
    bne .Lfail                      // the register would grow beyond 5
    movs r3, #1
    b .Lzero_last
.Lzero_2:
    gfsq r7, r4
    window r5
    discrepancy r6
    bne .Lgrow_2_5
    movs r3, #2
    b .Lzero_last
.Lzero_3:
    movs r3, #3
.Lzero_last:
    gfsq r7, r0
    lsrs r7, r7, #16
    uxtb r7, r7
    window r6
    movs r7, #8
    gfpow r7, r5, r7
    discrepancy
    bne .Lfail
    movs r7, r3
    movs r4, #0
    b .Lsearch

    .balign 4
    .global ev_bch31_11_low_decode
    .thumb_func
    .type ev_bch31_11_low_decode, %function
ev_bch31_11_low_decode:
    push {r0, r4-r7, lr}
    ldr r1, [r0]
    adr r2, .Lconstants
    ldm r2!, {r3, r4}
    gfmul32 r3, r12, r1, r3
    gfmul32 r3, r3, r3, r4
    cmp r3, r1
    bne 1f
    movs r0, #0
    add sp, #4
    pop {r4-r7, pc}
1:  ldm r2!, {r0, r3-r7}
    residue r7, r0                  // S1
    residue r4, r3
    ldm r2!, {r0, r3}
    residue r5, r0
    residue r6, r3
    ldm r2!, {r3}
    mov r12, r3                     // 01 in each lane
    ldrb r4, [r2, r4]               // S3
    adds r5, #32
    ldrb r5, [r2, r5]               // S5
    adds r6, #64
    ldrb r6, [r2, r6]               // S7
    mov lr, r7

    // Step 1: locator 1 + S1 x; the previous one, times x^2.
    gfsq r2, r7
    lsls r0, r7, #8
    adds r0, r0, r2                 // window S2, S1
    movs r1, r7
    beq .Lto_no_first
    gfmul32 r7, r7, r7, r12
    gfinv r3, r7
    // Step 3.
    discrepancy r4
    beq .Lto_1
    gfmul r2, r7, r3                // factor
    gfinv r3, r7
    movs r7, #255
    lsls r7, r7, #8
    ands r2, r7                     // times x^2
    lsls r7, r1, #16
    eors r1, r2
    movs r2, #1
    lsls r2, r2, #8
    adds r2, r2, r7
    mov lr, r2                      // x^2 * (1 + S1 x)
    gfsq r7, r0
    uxtb r7, r7                     // S4
    window r4
    // Step 5.
    discrepancy r5
    beq .Lto_2
    gfmul r2, r7, r3
    gfinv r3, r7
    lsls r7, r1, #16
    add_product r1, r2, lr, r2
    movs r2, #1
    lsls r2, r2, #8
    adds r2, r2, r7
    mov lr, r2
    gfsq r7, r4                     // S6
    window r5
    b 1f                            // over the exits that a conditional branch does not reach
.Lto_no_first:
    b .Lno_first
.Lto_1:
    b .Lzero_1
.Lto_2:
    b .Lzero_2
.Lto_3:
    b .Lzero_3
.Lto_4:
    movs r7, #4
    movs r4, #0
    b .Lsearch
1:
.Lstep7:
    discrepancy r6
    beq .Lto_3
    gfmul r2, r7, r3
    gfinv r3, r7
    lsrs r4, r1, #16                // of the previous locator, the coefficient that becomes that of x^5
    lsls r7, r1, #16
    add_product r1, r2, lr, r2
    movs r2, #1
    lsls r2, r2, #8
    adds r2, r2, r7
    mov lr, r2
    gfsq r7, r0
    lsrs r7, r7, #16
    uxtb r7, r7                     // S8: the square of lane 2, S4
    window r6
.Lstep9:
    movs r7, #8
    gfpow r7, r5, r7                // S9 = S5^8
    discrepancy
    beq .Lto_4
    gfmul r2, r7, r3
    gfmul r4, r4, r2
    uxtb r4, r4
    add_product r1, r2, lr, r2
    movs r7, #5

    // Search. r1: coefficients of x^1 .. x^4, r4: that of x^5, r7: degree.
.Lsearch:
    push {r7}
    uxtb r2, r1
    gfmul32 r2, r2, r2, r12
    lsrs r3, r1, #8
    uxtb r3, r3
    gfmul32 lr, lr, r3, r12
    lsrs r3, r1, #16
    uxtb r3, r3
    gfmul32 r5, r5, r3, r12
    lsrs r3, r1, #24
    gfmul32 r3, r3, r3, r12
    gfmul32 r4, r4, r4, r12
    mov r12, r3
    // r2, lr, r5, r12, r4: the coefficients in all lanes. r6: the places of a word, r0: 1 / alpha. r1 gathers the flags,
    // places of word 7 first.
    adr r0, .Lplaces
    ldm r0, {r0, r6}
.macro value                        // r3 r7 is 1 where the value r3 is not zero
    gfadd r3, r6, r2
    multiply_add r3, lr, r3, r6
    multiply_add r3, r5, r3, r6
    multiply_add r3, r12, r3, r6
    multiply_add r3, r4, r3, r6
    gfinv r7, r3
.endm
    value
    gfmul r1, r3, r7
    .rept 7
    gfmul r6, r6, r0
    value
    lsls r1, r1, #1
    add_product r1, r3, r7, r3
    .endr
    mvns r1, r1                     // the error pattern, but for the place 31, which is the place 0 again
    lsls r1, r1, #1
    lsrs r1, r1, #1
    ldr r0, [sp, #4]
    ldr r2, [r0]
    eors r1, r2
    adr r2, .Lconstants
    ldm r2!, {r3, r4}
    gfmul32 r3, r12, r1, r3
    gfmul32 r3, r3, r3, r4
    cmp r3, r1
    bne 2f
    str r1, [r0]
    pop {r0, r3-r7, pc}
2:  movs r0, #0
    mvns r0, r0                     // EV_BCH_LOW_BEYOND
    add sp, #8
    pop {r4-r7, pc}

    .balign 4
.Lconstants:
    .word 0x1708, 0x1626d5          // floor(x^32 / g) + x, g
    .word 0x967c6ea, 0xc9f715a      // floor(x^32 / f) for the minimal polynomials f of alpha and alpha^3,
    .word 0x3d, 0x37, 0x2f, 0x25    // f of alpha^3, alpha^5, alpha^7, alpha
    .word 0xe6fa256, 0xb51df26      // floor(x^32 / f) of alpha^5 and alpha^7
    .word 0x01010101
    // Values at alpha^3, alpha^5, alpha^7 of every residue mod their minimal polynomials.
    .byte 0, 1, 8, 9, 10, 11, 2, 3, 26, 27, 18, 19, 16, 17, 24, 25
    .byte 14, 15, 6, 7, 4, 5, 12, 13, 20, 21, 28, 29, 30, 31, 22, 23
    .byte 0, 1, 5, 4, 17, 16, 20, 21, 31, 30, 26, 27, 14, 15, 11, 10
    .byte 12, 13, 9, 8, 29, 28, 24, 25, 19, 18, 22, 23, 2, 3, 7, 6
    .byte 0, 1, 20, 21, 29, 28, 9, 8, 24, 25, 12, 13, 5, 4, 17, 16
    .byte 22, 23, 2, 3, 11, 10, 31, 30, 14, 15, 26, 27, 19, 18, 7, 6
.Lplaces:
    .word 0x12121212, 0x010f1f14    // 1 / alpha, and alpha^(8 * lane + 7)

    .size ev_bch31_11_low_decode, . - ev_bch31_11_low_decode
