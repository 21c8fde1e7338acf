// SPDX-License-Identifier: Apache-2.0
// GHASH by carry-less products (NIST SP 800-38D, 6.4), in constant time. 79 cycles a block, 53 with gfmac32.
//
//     void ev_ghash_blocks(const ev_ghash_key_t *key, uint32_t y[4], const uint32_t *in, size_t blocks)
//
// y = (y + block) H, word by word from the lowest, which holds the highest powers of x. Four gfmul32 multiply a word of
// y + block by the four words of H. Then the lowest word of the sum is complete and is folded three and four words up:
// its product with 0xC2000000 gives the terms of x^127, x^126 and x^121 (x^128 = x^7 + x^2 + x + 1, reversed), and the
// word itself gives the term of x^128. So only five words of the sum are live at a time. The last four are the result.
//
//   r0..r3 y   r4..r7 the sum   r8..r11 H/x   r12 0xC2000000   lr lower word of a product   stack: next block, end
#include "operations.h"
    .cpu cortex-m0plus
    .thumb

// \s0..\s3 += \x * H; the sum's new top word replaces \x. \h is free. 11 cycles, 5 with gfmac32.
.macro add_row x, h, s0, s1, s2, s3
    add_product32 \s1, \s0, \x, r8, \h, lr
    add_product32 \s2, \s1, \x, r9, \h, lr
    add_product32 \s3, \s2, \x, r10, \h, lr
    gfmul32 \x, lr, \x, r11
    gfadd   \s3, \s3, lr
.endm

// Folds the complete word \w into the words three and four places up. Frees \w. 4 cycles, 2 with gfmac32.
.macro fold w, s3, s4
    eors    \s4, \w
    add_product32 \s4, \s3, \w, r12, \w, lr
.endm

    .section .text.ev_ghash_blocks, "ax", %progbits
    .global ev_ghash_blocks
    .type   ev_ghash_blocks, %function
    .thumb_func
    .balign 4
ev_ghash_blocks:
    cmp     r3, #0
    bne     1f
    bx      lr
1:  push    {r1, r4-r7, lr}
    mov     r4, r8
    mov     r5, r9
    mov     r6, r10
    mov     r7, r11
    push    {r4-r7}
    ldm     r0!, {r4, r5, r6, r7}
    mov     r8, r4
    mov     r9, r5
    mov     r10, r6
    mov     r11, r7
    lsls    r3, #4
    adds    r3, r2
    push    {r2, r3}
    movs    r4, #0xc2
    lsls    r4, #24
    mov     r12, r4
    mov     r7, r2
    ldm     r1, {r0, r1, r2, r3}

next_block:
    ldm     r7!, {r4, r5, r6}
    rev     r4, r4
    eors    r3, r4
    rev     r5, r5
    eors    r2, r5
    rev     r6, r6
    eors    r1, r6
    ldm     r7!, {r4}
    rev     r4, r4
    eors    r0, r4
    str     r7, [sp]

    gfmul32 r5, r4, r0, r8
    gfmul32 r6, lr, r0, r9
    gfadd   r5, r5, lr
    gfmul32 r7, lr, r0, r10
    gfadd   r6, r6, lr
    gfmul32 r0, lr, r0, r11
    gfadd   r7, r7, lr
    fold    r4, r7, r0
    add_row r1, r4, r5, r6, r7, r0
    fold    r5, r0, r1
    add_row r2, r4, r6, r7, r0, r1
    fold    r6, r1, r2
    add_row r3, r4, r7, r0, r1, r2
    fold    r7, r2, r3

    ldr     r7, [sp]
    ldr     r6, [sp, #4]
    cmp     r7, r6
    bne     next_block

    add     sp, #8
    pop     {r4-r7}
    mov     r8, r4
    mov     r9, r5
    mov     r10, r6
    mov     r11, r7
    pop     {r4}
    stm     r4!, {r0, r1, r2, r3}
    pop     {r4-r7, pc}
    .size   ev_ghash_blocks, . - ev_ghash_blocks
