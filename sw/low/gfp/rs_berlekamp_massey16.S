// SPDX-License-Identifier: Apache-2.0
// Berlekamp-Massey for up to 32 syndromes and no erasures, in registers.
//
//   unsigned ev_rs_berlekamp_massey16(const uint8_t *syndromes, uint32_t *locator, unsigned checks)
//     syndromes  `checks` bytes (1 .. 32)
//     locator    5 words written: coefficients of x^0 .. x^16
//     returns    the length of the register; above 16 the locator is not meaningful
//
// The steps are those of ev_rs_berlekamp_massey8's loop, with twice the coefficients. The window of syndromes is in memory.
//
// Cycles: 48 to 72 a step and about 90. Needs the field register.
//
//   r4-r7   x^j * previous locator, coefficients of x^1 .. x^16      r8-r11  locator, likewise
//   r12     2^8, to shift two words by a byte      lr  01 in each lane

#include "gfp_asm.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_berlekamp_massey16, "ax", %progbits
    .balign 4

// Frame, in bytes from sp: the window's 4 words, then
    .equ STEP, 16               // address of this step's syndrome
    .equ TWICE, 20              // address of syndrome 2 * length
    .equ INVERSE, 24            // of the previous discrepancy, in all lanes
    .equ SYNDROMES, 28
    .equ LOCATOR, 32
    .equ END, 36                // where the syndromes end
    .equ FRAME, 28              // what comes off below SYNDROMES

// Word `index` of the window: its products to r1, itself shifted up by a byte with \carry below, its top byte to \out.
.macro window index, coefficients, carry, out
    ldr r0, [sp, #4 * \index]
    gfmul \out, r0, \coefficients
    eors r1, \out
    gfmul32 \out, r0, r0, r12
    eors r0, \carry
    str r0, [sp, #4 * \index]
.endm

// locator += r2 * previous locator
.macro add_previous
    gfmul r3, r2, r4
    gfadd r8, r8, r3
    gfmul r3, r2, r5
    gfadd r9, r9, r3
    gfmul r3, r2, r6
    gfadd r10, r10, r3
    gfmul r3, r2, r7
    gfadd r11, r11, r3
.endm

    .global ev_rs_berlekamp_massey16
    .thumb_func
    .type ev_rs_berlekamp_massey16, %function
ev_rs_berlekamp_massey16:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    adds r2, r2, r0
    push {r0-r2, r4-r7}
    ldr r7, =0x01010101
    mov lr, r7
    push {r7}                   // inverse
    push {r0}
    push {r0}
    lsls r1, r7, #24
    lsrs r1, r1, #16
    mov r12, r1
    movs r4, #0
    movs r5, r4
    movs r6, r4
    movs r7, r4
    push {r4-r7}
    mov r8, r4
    mov r9, r4
    mov r10, r4
    mov r11, r4
    movs r4, #1                 // x * 1
    .balign 4
.Lstep:
    ldr r1, [sp, #STEP]
    ldrb r1, [r1]
    movs r3, r1
    window 0, r8, r3, r2
    window 1, r9, r2, r3
    window 2, r10, r3, r2
    window 3, r11, r2, r3
    gfmul32 r2, r1, r1, lr      // the discrepancy, in all lanes
    eors r1, r2
    beq .Lshift
    ldr r2, [sp, #INVERSE]
    gfmul r2, r2, r1            // the factor
    ldr r3, [sp, #STEP]
    ldr r0, [sp, #TWICE]
    cmp r3, r0
    bhs .Lgrow                  // 2 * length <= step
    add_previous
.Lshift:
    lsls r7, r7, #8             // previous locator times x
    gfmul32 r0, r6, r6, r12
    eors r7, r0
    gfmul32 r0, r5, r5, r12
    eors r6, r0
    gfmul32 r0, r4, r4, r12
    eors r5, r0
.Lnext:
    ldr r0, [sp, #STEP]
    adds r0, #1
    str r0, [sp, #STEP]
    ldr r1, [sp, #END]
    cmp r0, r1
    bne .Lstep
    ldr r0, [sp, #LOCATOR]
    mov r2, r8
    gfmul32 r1, r2, r2, r12
    adds r2, #1
    mov r3, r9
    gfmul32 r4, r3, r3, r12
    eors r3, r1
    mov r5, r10
    gfmul32 r1, r5, r5, r12
    eors r4, r5
    mov r6, r11
    gfmul32 r7, r6, r6, r12
    eors r6, r1
    movs r5, r6
    movs r6, r7
    stm r0!, {r2-r6}
    ldr r0, [sp, #TWICE]
    ldr r1, [sp, #SYNDROMES]
    subs r0, r0, r1
    lsrs r0, r0, #1
    add sp, #FRAME + 12
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}

.Lgrow:                         // to step + 1 - length; the old locator times x is the new previous one
    gfinv r1, r1
    str r1, [sp, #INVERSE]
    adds r3, #1
    adds r3, r3, r3
    subs r3, r3, r0
    str r3, [sp, #TWICE]
    mov r0, r8
    push {r0}
    mov r0, r9
    mov r1, r10
    mov r3, r11
    push {r0, r1, r3}
    add_previous
    pop {r5, r6, r7}
    pop {r4}
    lsls r7, r7, #8
    gfmul32 r0, r6, r6, r12
    eors r7, r0
    gfmul32 r0, r5, r5, r12
    eors r6, r0
    gfmul32 r0, r4, r4, r12
    eors r5, r0
    adds r4, #1
    b .Lnext
    .pool
    .size ev_rs_berlekamp_massey16, . - ev_rs_berlekamp_massey16
