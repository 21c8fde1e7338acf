// SPDX-License-Identifier: Apache-2.0
// The product of (1 + root x) over consecutive roots.
//
//   void ev_rs_generator(uint32_t *product, unsigned roots, uint32_t root, uint32_t step)
//     product   1, then zeros up to roots / 4 words; becomes the product, symbols in ascending order
//     roots     1 or more
//     root      the first root, in all lanes; the next is root * step
//
// Cycles: 12 a word and 11 a root. Needs the field register.

#include "gfp_asm.h"

    .cpu cortex-m0plus
    .thumb
    .section .text.ev_rs_generator, "ax", %progbits
    .balign 4
    .global ev_rs_generator
    .thumb_func
    .type ev_rs_generator, %function

ev_rs_generator:
    push {r4-r7, lr}
    mov r4, r8
    push {r4}
    mov r12, r3
    movs r3, #1
    lsls r3, r3, #8
    mov lr, r3
    adds r1, r1, r0             // the address of the product's last symbol
    movs r7, r0                 // of the last symbol so far
1:  adds r7, #1
    movs r3, r0
    movs r6, #0
2:  ldr r4, [r3]
    gfmul32 r8, r5, r4, lr      // the word moved by one symbol
    gfadd r5, r5, r6
    mov r6, r8
    gfmul r5, r5, r2
    eors r4, r5
    stm r3!, {r4}
    cmp r3, r7
    bls 2b
    gfmul r2, r2, r12
    cmp r7, r1
    bne 1b
    pop {r4}
    mov r8, r4
    pop {r4-r7, pc}
    .size ev_rs_generator, . - ev_rs_generator
