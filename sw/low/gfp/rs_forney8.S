// SPDX-License-Identifier: Apache-2.0
// Evaluator over x times the derivative of the locator at up to eight points x, for a locator of degree 5 to 8.
//
//   uint32_t ev_rs_forney8(const uint32_t *syndromes, const uint32_t *locator, uint32_t *values, uint32_t mask)
//     syndromes  the first 8, bytes         locator  coefficients of x^0 .. x^7, bytes
//     values     2 words of points in; out: 2 words of evaluator(x) / (x locator'(x))
//     mask       of evaluator coefficients x^4 .. x^7 below the locator's degree, and of points
//     returns    0 if x locator'(x) is not 0 at any point of the first word, and of the second one in the mask
//
// First evaluator = syndromes * locator mod x^degree, coefficient by coefficient of the locator. Then Horner's rule on
// both words of points; the derivative is a polynomial in x^2.
//
// Cycles: 230 with call, 196 with gfma. Needs the field register.

#include "operations.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_forney8, "ax", %progbits
    .balign 4
    .global ev_rs_forney8
    .thumb_func
    .type ev_rs_forney8, %function

// Byte `lane` of \word in all lanes of r2.
.macro spread word, lane
    .if \lane == 0
    uxtb r2, \word
    .else
    lsrs r2, \word, #8 * \lane
    .if \lane < 3
    uxtb r2, r2
    .endif
    .endif
    gfmul32 r2, r2, r2, r12
.endm

// r6, r7 (evaluator) += that byte * the syndromes r4, r5 moved up once more.
.macro term word, lane
    gfmul32 r2, r4, r4, r11
    lsls r5, r5, #8
    eors r5, r2
    spread \word, \lane
    add_product r6, r2, r4, r3
    add_product r7, r2, r5, r2
.endm

// a, b = a, b times the points x, y, plus that byte.
.macro horner a, b, x, y, word, lane
    spread \word, \lane
    multiply_add \a, r2, \a, \x
    multiply_add \b, r2, \b, \y
.endm

ev_rs_forney8:
    push {r2-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r11
    push {r4-r6}
    ldm r2!, {r4, r5}
    mov r8, r4                  // points
    mov r9, r5
    ldr r4, =0x01010101
    mov r12, r4
    movs r4, #1
    lsls r4, r4, #8
    mov r11, r4
    ldm r0!, {r4, r5}
    ldm r1!, {r0, r3}
    mov r1, r3
    movs r6, r4
    movs r7, r5
    term r0, 1
    term r0, 2
    term r0, 3
    term r1, 0
    term r1, 1
    term r1, 2
    term r1, 3
    ldr r2, [sp, #16]
    ands r7, r2
    spread r7, 3
    movs r4, r2
    movs r5, r2
    horner r4, r5, r8, r9, r7, 2
    horner r4, r5, r8, r9, r7, 1
    horner r4, r5, r8, r9, r7, 0
    horner r4, r5, r8, r9, r6, 3
    horner r4, r5, r8, r9, r6, 2
    horner r4, r5, r8, r9, r6, 1
    horner r4, r5, r8, r9, r6, 0
    gfsq r11, r8
    gfsq lr, r9
    spread r1, 3
    movs r6, r2
    movs r7, r2
    horner r6, r7, r11, lr, r1, 1
    horner r6, r7, r11, lr, r0, 3
    horner r6, r7, r11, lr, r0, 1
    gfmul r6, r6, r8
    gfmul r7, r7, r9
    gfinv r2, r6
    gfmul r6, r6, r2
    gfmul r4, r4, r2
    gfinv r2, r7
    gfmul r7, r7, r2
    gfmul r5, r5, r2
    ldr r0, [sp, #12]
    stm r0!, {r4, r5}
    ldr r1, [sp, #16]
    xor3 r7, r7, r12            // 0 where the derivative is not 0
    ands r7, r1
    xor3 r6, r6, r12
    orrs r6, r7
    movs r0, r6
    pop {r4-r6}
    mov r8, r4
    mov r9, r5
    mov r11, r6
    pop {r2-r7, pc}
    .pool
    .size ev_rs_forney8, . - ev_rs_forney8
