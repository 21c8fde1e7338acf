// SPDX-License-Identifier: Apache-2.0
// BCH(63, 51), t = 2, over GF(2^6), x^6 + x + 1: decoder by the closed solution for two errors.
//
//   int ev_bch63_51_low_decode(uint32_t word[2])          (see codes_backend.h)
//
// The word is folded to 32 bits modulo the generator g (degree 12). The result is reduced modulo the minimal
// polynomials M1 and M3 of alpha and alpha^3, each by Barrett reduction: floor(P / M) is exactly the upper word of P *
// floor(x^32 / M). A table maps the residue modulo M3 to its value at alpha^3. With S1 = X1 + X2 and S3 = X1^3 + X2^3:
//     S1 = S3 = 0               clean
//     S3 = S1^3, S1 != 0        one error at X1 = S1
//     else X1 = S1 y,           y^2 + y = (S3 + S1^3) / S1^3; no solution: more than two errors
//
// Cycles with call: 82 for two errors, 66 for one, 46 for none. Needs the field register (ev_bch63_51_low_start).

#include "gfp_asm.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_bch63_51_low_decode, "ax", %progbits
    .balign 4
    .global ev_bch63_51_low_decode
    .thumb_func
    .type ev_bch63_51_low_decode, %function
ev_bch63_51_low_decode:
    push {r4-r7, lr}
    ldm r0!, {r1, r2}
    adr r3, .Lconstants
    ldm r3!, {r4, r5, r7}
    gfmul32 r6, r12, r2, r4         // high * x^32 mod g: bits 32 and up in r6
    gfmul32 r6, r6, r6, r4          // fold these bits once more
    gfadd r6, r6, r12
    eors r6, r1                     // P
    gfmul32 r4, r12, r6, r5
    gfmul32 r4, r4, r4, r7
    eors r4, r6                     // S1
    beq .Lno_first
    ldm r3!, {r5, r7}
    gfmul32 r5, r12, r6, r5
    gfmul32 r5, r5, r5, r7
    eors r5, r6
    ldrb r7, [r3, r5]               // S3
    gfsq r5, r4
    gfmul r5, r5, r4                // S1^3
    gfinv r6, r5
    eors r5, r7
    beq .Lone
    gfmul r5, r5, r6
    adds r5, #64
    ldrb r5, [r3, r5]               // y, 0 for none
    cmp r5, #0
    beq .Lfail
    adds r3, #128
    gfmul r5, r5, r4                // X1
    eors r4, r5                     // X2
    ldrb r5, [r3, r5]
    ldrb r7, [r3, r4]
    movs r4, #1
    movs r6, #1
    lsls r4, r5                     // a shift by 32 or more gives 0
    lsls r6, r7
    eors r1, r4
    eors r1, r6
    subs r5, #32
    subs r7, #32
    movs r4, #1
    movs r6, #1
    lsls r4, r5
    lsls r6, r7
    eors r2, r4
    eors r2, r6
    bmi .Lfail                      // bit 63, which the code does not have
    subs r0, #8
    stm r0!, {r1, r2}
    movs r0, #2
    pop {r4-r7, pc}
.Lone:
    adds r3, #128
    ldrb r5, [r3, r4]
    movs r4, #1
    lsls r4, r5
    eors r1, r4
    subs r5, #32
    movs r4, #1
    lsls r4, r5
    eors r2, r4
    bmi .Lfail
    subs r0, #8
    stm r0!, {r1, r2}
    movs r0, #1
    pop {r4-r7, pc}
.Lno_first:                         // S1 = 0: clean if g divides, that is if S3 = 0
    ldm r3!, {r4, r5}
    gfmul32 r4, r12, r6, r4
    gfmul32 r4, r4, r4, r5
    asrs r0, r2, #31                // 0; EV_BCH_LOW_BEYOND when bit 63 is set
    eors r4, r6
    beq 1f
.Lfail:
    movs r0, #0
    mvns r0, r0                     // EV_BCH_LOW_BEYOND
1:  pop {r4-r7, pc}

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
    // A solution y of y^2 + y = c for every c, 0 where there is none.
    .byte 0, 58, 38, 28, 36, 30, 2, 56, 20, 46, 50, 8, 48, 10, 22, 44
    .byte 32, 26, 6, 60, 4, 62, 34, 24, 52, 14, 18, 40, 16, 42, 54, 12
    .space 32
    // Logarithms.
    .byte 0, 0, 1, 6, 2, 12, 7, 26, 3, 32, 13, 35, 8, 48, 27, 18
    .byte 4, 24, 33, 16, 14, 52, 36, 54, 9, 45, 49, 38, 28, 41, 19, 56
    .byte 5, 62, 25, 11, 34, 31, 17, 47, 15, 23, 53, 51, 37, 44, 55, 40
    .byte 10, 61, 46, 30, 50, 22, 39, 43, 29, 60, 42, 21, 20, 59, 57, 58
    .size ev_bch63_51_low_decode, . - ev_bch63_51_low_decode
