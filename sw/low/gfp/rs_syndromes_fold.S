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
//   unsigned ev_rs_low_syndromes(const ev_rs_code_t *code, const uint8_t *word, uint8_t *syndromes)
//     see codes_backend.h. Loads the field register. Words other than 255 aligned symbols of a folded code go to
//     ev_rs_syndromes_other
//   unsigned ev_rs_syndromes_fold(const uint32_t *third, const uint32_t *word, uint8_t *syndromes, const uint32_t *passes)
//     third       symbols from 168 on, word aligned; the byte after symbol 254 is read and ignored
//     word        the symbols before them, first of the highest power, word aligned
//     syndromes   written, with zeros after the last up to the next multiple of four, or four zeros
//     passes      see rs_tables.h
//     returns     0 if all syndromes are zero
//
// Cycles: 21 * 20 for the fold, 21 * 14 (12) + 72 (61) for a pass of 6 (5), about 120 around; with gfma 21 * 19 and
// 21 * 8 (7).

#include "operations.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_syndromes_fold, "ax", %progbits
    .balign 4

// ev_rs_code_t and ev_rs_code_t.low, in bytes (rs_syndromes.c checks them).
    .equ CODE_LOW, 20
    .equ LOW_PASSES, 36
    .equ WHOLE, 2               // in the first word of ev_rs_code_t.low
    .equ THIRD, 168

// Frame, in bytes from sp.
    .equ FOLDED, 0              // 66 words: X1, X0, X2 interleaved by words
    .equ PASSES, 264            // where the next pass begins
    .equ HEADER, 268
    .equ FRAME, 272
    .equ SYNDROMES, FRAME + 16

// One column: four symbols each of A, B, C. r0 A, r2 C, r3 output. r11 has the part of the word of B before that belongs
// to this column. \before has that of C, \after gets the next one.
.macro column before, after
    ldr r5, [r0, #88]           // B
    ldm r0!, {r4}               // A
    ldm r2!, {r6}               // C
    gfadd r7, r4, r11
    gfmul32 r11, r5, r5, r8
    eors r7, r5                 // A + B
    gfmul32 \after, r6, r6, r9
    xor3 r6, r6, \before
    eors r4, r6                 // A + C
    eors r6, r7                 // X0
    add_product r4, r7, r10, r5 // X1
    eors r7, r4                 // X2
    stm r3!, {r4, r6, r7}
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

// Steps over words 2 .. 21; the offset of a load reaches only ten interleaved words.
.macro steps kind
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

// The sum of a lane-weighted accumulator's lanes, to the syndrome `index` places on. r1 01 in each lane.
.macro finish register, index
    gfmul32 r2, r2, \register, r1
    lsrs r2, r2, #24
    strb r2, [r3, #\index]
.endm

// Five of them. r4 the control word.
.macro finish_five
    ldr r1, =0x01010101
    ldr r3, [sp, #SYNDROMES]
    uxtb r2, r4
    adds r3, r2
    finish r8, 0
    finish r9, 3
    finish r10, 6
    finish r11, 9
    finish r12, 12
.endm

    .global ev_rs_syndromes_fold
    .thumb_func
    .type ev_rs_syndromes_fold, %function
ev_rs_syndromes_fold:
    push {r2, r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    movs r2, r0
    movs r0, r1
    b .Lfold

.Lother:
    bl ev_rs_syndromes_other
    pop {r2, r4-r7, pc}

    .global ev_rs_low_syndromes
    .thumb_func
    .type ev_rs_low_syndromes, %function
ev_rs_low_syndromes:
    gfcfg [r0]                  // the field comes first in the code
    push {r2, r4-r7, lr}
    lsls r4, r1, #30
    bne .Lother
    ldr r3, [r0, #CODE_LOW]
    ldr r4, [r3]
    cmp r4, #WHOLE
    bne .Lother
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    movs r0, r1
    movs r2, r1
    adds r2, #THIRD
    adds r3, #LOW_PASSES
.Lfold:                         // r0 word, r2 third, r3 passes
    sub sp, #FRAME
    ldm r3!, {r4, r5}
    mov r10, r4                 // w
    str r3, [sp, #PASSES]
    str r5, [sp, #HEADER]
    lsls r4, r5, #2
    bpl 1f
    ldr r3, [sp, #SYNDROMES]
    uxtb r5, r5
    movs r4, #0
    str r4, [r3, r5]
1:
    movs r5, #1
    lsls r4, r5, #24
    mov r8, r4
    lsls r4, r5, #16
    mov r9, r4
    ldr r5, [r0, #84]
    lsrs r5, r5, #8
    mov r11, r5
    ldm r2!, {r6}
    lsrs r6, r6, #16
    mov r12, r6
    add r3, sp, #FOLDED
    add r4, sp, #(FOLDED + 21 * 12)
    mov lr, r4
    .balign 4
1:  column r12, r1
    column r1, r12
    column r12, r1
    column r1, r12
    column r12, r1
    column r1, r12
    column r12, r1
    cmp r3, lr
    beq 2f
    mov r12, r1
    b 1b
2:  ldrb r4, [r0]               // the 85th symbols, in lane 0
    mov r7, r11
    uxtb r7, r7
    eors r7, r4                 // A + B
    uxtb r6, r1
    eors r4, r6                 // A + C
    eors r6, r7                 // X0
    add_product r4, r7, r10, r5 // X1
    eors r7, r4                 // X2
    stm r3!, {r4, r6, r7}

    ldr r7, [sp, #PASSES]
    ldr r4, [sp, #HEADER]
.Lpass:                         // r7 the next pass, r4 the control word before it
    lsls r4, r4, #1
    ldm r7!, {r0, r2-r6}
    mov r8, r2
    mov r9, r3
    mov r10, r4
    mov r11, r5
    mov r12, r6
    add r0, sp
    bpl 3f
    b .Lsix
3:  ldr r6, [r0]
    ldr r1, [r0, #12]
    multiply_add r2, r1, r6, r8
    multiply_add r3, r1, r6, r9
    multiply_add r4, r1, r6, r10
    multiply_add r5, r1, r6, r11
    multiply_add r6, r1, r6, r12
    steps step5
    ldm r7!, {r0, r1}
    gfmul r8, r2, r0
    gfmul r9, r3, r1
    ldm r7!, {r0-r3}
    gfmul r10, r4, r0
    gfmul r11, r5, r1
    gfmul r12, r6, r2
    movs r4, r3                 // the control word
    finish_five
    cmp r4, #0
    blt .Lany
    b .Lpass

.Lany:
    ldr r0, [sp, #SYNDROMES]
    ldr r1, [sp, #HEADER]
    uxth r1, r1
    lsrs r1, r1, #8             // where the syndromes end, in bytes
    ldm r0!, {r2, r4-r6}        // there are at least 15
    orrs r2, r4
    orrs r2, r5
    orrs r2, r6
    subs r1, #16
    bls 6f
5:  ldm r0!, {r4}
    orrs r2, r4
    subs r1, #4
    bne 5b
6:  movs r0, r2
    add sp, #FRAME
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r2, r4-r7, pc}
    .pool

.Lsix:
    ldm r7!, {r1}
    mov lr, r1
    str r7, [sp, #PASSES]
    ldr r7, [r0]
    ldr r1, [r0, #12]
    multiply_add r2, r1, r7, r8
    multiply_add r3, r1, r7, r9
    multiply_add r4, r1, r7, r10
    multiply_add r5, r1, r7, r11
    multiply_add r6, r1, r7, r12
    multiply_add r7, r1, r7, lr
    steps step6
    ldr r0, [sp, #PASSES]
    ldm r0!, {r1}
    gfmul r8, r2, r1
    ldm r0!, {r1, r2}
    gfmul r9, r3, r1
    gfmul r10, r4, r2
    ldm r0!, {r1-r4}            // the last is the control word
    gfmul r11, r5, r1
    gfmul r12, r6, r2
    gfmul lr, r7, r3
    movs r7, r0
    finish_five
    finish lr, 15
    cmp r4, #0
    blt 7f
    b .Lpass
7:  b .Lany
    .pool
    .size ev_rs_low_syndromes, . - ev_rs_low_syndromes
