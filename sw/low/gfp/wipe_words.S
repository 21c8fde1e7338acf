// SPDX-License-Identifier: Apache-2.0
// Zeros to memory, two words a store (wipe_stack.h). 1.7 cycles a word.
//
//     void ev_wipe_words(uint32_t *words, size_t count)
//     void ev_wipe_stack(size_t words)
    .syntax unified
    .cpu cortex-m0plus
    .thumb

    .section .text.ev_wipe_words, "ax", %progbits
    .balign 4
    .global ev_wipe_stack
    .type   ev_wipe_stack, %function
    .thumb_func
ev_wipe_stack:                          // no frame: an interrupt's is gone when this code goes on
    movs    r1, r0
    lsls    r0, #2
    mov     r2, sp
    subs    r0, r2, r0
    .size   ev_wipe_stack, . - ev_wipe_stack

    .global ev_wipe_words
    .type   ev_wipe_words, %function
    .thumb_func
ev_wipe_words:
    movs    r2, #0
    movs    r3, #0
    subs    r1, #16
    bcc     2f
1:  .rept   8
    stm     r0!, {r2, r3}
    .endr
    subs    r1, #16
    bcs     1b
2:  adds    r1, #14
    bmi     4f
3:  stm     r0!, {r2, r3}
    subs    r1, #2
    bpl     3b
4:  adds    r1, #2
    beq     5f
    str     r2, [r0]
5:  bx      lr
    .size   ev_wipe_words, . - ev_wipe_words
