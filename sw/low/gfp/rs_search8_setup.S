// SPDX-License-Identifier: Apache-2.0
// Prepares ev_rs_search8: a polynomial of degree 8 or less as A(x) + x^3 (B(x) + x^3).
//
//   void ev_rs_search8_setup(const uint32_t *locator, uint32_t *setup)
//     locator  coefficients of x^0 .. x^8 in bytes; all are divided by that of x^6 when it is not 0
//     setup    14 words written: A and B at 0..3; their changes in the order ev_rs_search8 wants them
//
//   A = l0 + l1 x + l2 x^2 + l4 x^4 + l8 x^8      B = l3 + l5 x^2 + l7 x^4
//
// Cycles: 178 with call, 166 with gfma. Needs the field register.

#include "operations.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_search8_setup, "ax", %progbits
    .balign 4
    .global ev_rs_search8_setup
    .thumb_func
    .type ev_rs_search8_setup, %function

// A and B without their constants, at the elements in \x. Clobbers \x.
.macro affine a, b, x
    gfmul \a, \x, r8
    gfsq \x, \x
    add_product \a, \x, r9, r7
    gfmul \b, \x, r12
    gfsq \x, \x
    add_product \a, \x, r10, r7
    add_product \b, \x, lr, r7
    gfsq \x, \x
    add_product \a, \x, r11, r7
.endm

ev_rs_search8_setup:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    ldm r0!, {r2, r3, r4}
    adr r0, .Lelements
    ldm r0!, {r6}               // 01 in each lane
    lsrs r5, r3, #16
    uxtb r5, r5
    gfmul32 r5, r5, r5, r6
    gfinv r5, r5
    cmp r5, #0
    bne 1f
    movs r5, r6
1:  gfmul r2, r2, r5
    gfmul r3, r3, r5
    gfmul r4, r4, r5
    uxtb r4, r4
    gfmul32 r11, r11, r4, r6    // l8
    lsrs r4, r2, #8
    uxtb r4, r4
    gfmul32 r8, r8, r4, r6      // l1
    lsrs r4, r2, #16
    uxtb r4, r4
    gfmul32 r9, r9, r4, r6      // l2
    uxtb r4, r3
    gfmul32 r10, r10, r4, r6    // l4
    lsrs r4, r3, #8
    uxtb r4, r4
    gfmul32 r12, r12, r4, r6    // l5
    lsrs r4, r3, #24
    gfmul32 lr, lr, r4, r6      // l7
    uxtb r3, r2
    gfmul32 r3, r3, r3, r6      // l0
    lsrs r2, r2, #24
    gfmul32 r2, r2, r2, r6      // l3
    ldm r0!, {r4}
    affine r5, r6, r4           // at 0, 1, 2, 3
    eors r5, r3
    eors r6, r2
    stm r1!, {r5, r6}
    ldm r0!, {r4}
    affine r2, r3, r4           // at 4, 8, 16, 32
    ldm r0!, {r4}
    affine r5, r6, r4           // at 64, 128
    subs r0, #16
    ldr r0, [r0]
    mov r8, r0
    mov r9, r5
    mov r10, r6
    uxtb r4, r2
    gfmul32 r4, r4, r4, r8
    lsrs r5, r2, #8
    uxtb r5, r5
    gfmul32 r5, r5, r5, r8
    uxtb r6, r3
    gfmul32 r6, r6, r6, r8
    lsrs r7, r3, #8
    uxtb r7, r7
    gfmul32 r7, r7, r7, r8
    stm r1!, {r4-r7}            // by 4 and 8
    lsrs r4, r2, #16
    uxtb r4, r4
    gfmul32 r4, r4, r4, r8
    lsrs r5, r3, #16
    uxtb r5, r5
    gfmul32 r5, r5, r5, r8
    lsrs r6, r2, #24
    gfmul32 r6, r6, r6, r8
    lsrs r7, r3, #24
    gfmul32 r7, r7, r7, r8
    stm r1!, {r4-r7}            // by 16 and 32
    mov r2, r9
    mov r3, r10
    uxtb r4, r2
    gfmul32 r4, r4, r4, r8
    uxtb r5, r3
    gfmul32 r5, r5, r5, r8
    lsrs r6, r2, #8
    uxtb r6, r6
    gfmul32 r6, r6, r6, r8
    lsrs r7, r3, #8
    uxtb r7, r7
    gfmul32 r7, r7, r7, r8
    stm r1!, {r4-r7}            // by 64 and 128
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    .balign 4
.Lelements:
    .word 0x01010101, 0x03020100, 0x20100804, 0x00008040
    .size ev_rs_search8_setup, . - ev_rs_search8_setup
