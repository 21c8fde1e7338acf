// SPDX-License-Identifier: Apache-2.0
// AES in counter mode by the GF unit, two blocks at a time (aes_pair.S), in constant time.
//
//     void ev_aes_ctr_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t blocks)
//
// The counting number is the counter's last word, big endian. The stack frame keeps it little endian.
#include "aes_pair.h"
    .cpu cortex-m0plus
    .thumb

    .equ    OUTPUT, 8
    .equ    INPUT, 12
    .equ    BLOCKS, 16
    .equ    COUNTER, 20
    .equ    NUMBER, COUNTER + 12
    .equ    WHERE_COUNTER, 36
    .equ    FRAME, 40
    .equ    ARGUMENT, FRAME + 36        // the fifth argument, above nine saved registers

    .section .text.ev_aes_ctr_words, "ax", %progbits
    .balign 4
remainder:
    adds    r3, #2
    beq     done
    ldr     r4, [sp, #NUMBER]
    rev     r3, r4
    str     r3, [sp, #NUMBER]
    ldr     r0, [sp, #PAIR_SCHEDULE]
    subs    r0, #4
    add     r2, sp, #COUNTER
    sub     sp, #16
    mov     r1, sp
    bl      ev_aes_encrypt
    pop     {r0-r3}
    adds    r4, #1
    str     r4, [sp, #NUMBER]
    movs    r4, #0                      // no keystream stays on the stack
    movs    r5, #0
    movs    r6, #0
    movs    r7, #0
    push    {r4-r7}
    add     sp, #16
    ldr     r7, [sp, #INPUT]
    add_words r7
    ldr     r7, [sp, #OUTPUT]
    stm     r7!, {r0, r1, r2, r3}
done:
    ldr     r0, [sp, #NUMBER]
    rev     r0, r0
    ldr     r1, [sp, #WHERE_COUNTER]
    str     r0, [r1, #12]
    add     sp, #FRAME
    restore_registers_and_return

    .global ev_aes_ctr_words
    .type   ev_aes_ctr_words, %function
    .thumb_func
ev_aes_ctr_words:
    save_registers
    push    {r1}
    ldm     r1!, {r4-r7}
    rev     r7, r7
    push    {r4-r7}
    find_round_keys r0, r1
    ldr     r4, [sp, #ARGUMENT - COUNTER]
    push    {r0-r4}

next_pair:
    ldr     r3, [sp, #BLOCKS]
    subs    r3, #2
    bcs     1f
    b       remainder
1:  str     r3, [sp, #BLOCKS]
    prepare_columns odd_lanes
    add     r7, sp, #COUNTER
    ldm     r7!, {r0, r1, r2, r3}
    adds    r7, r3, #2
    str     r7, [sp, #NUMBER]
    rev     r3, r3
    rows_of_a
    add     r7, sp, #COUNTER
    ldm     r7!, {r0, r1, r2, r3}
    subs    r3, #1
    rev     r3, r3
    rows_of_b
    bl      ev_aes_encrypt_pair
    columns_of_b
    ldr     r7, [sp, #INPUT]
    adds    r7, #16
    add_words r7
    ldr     r5, [sp, #OUTPUT]
    adds    r5, #16
    stm     r5!, {r0, r1, r2, r3}
    movs    r4, #8
    movs    r5, #16
    columns_of_a
    ldr     r7, [sp, #INPUT]
    add_words r7
    adds    r7, #16
    str     r7, [sp, #INPUT]
    ldr     r7, [sp, #OUTPUT]
    stm     r7!, {r0, r1, r2, r3}
    adds    r7, #16
    str     r7, [sp, #OUTPUT]
    b       next_pair

    .balign 4
odd_lanes:
    .word   0xff00ff00                  // columns_to_rows' mask
    .size   ev_aes_ctr_words, . - ev_aes_ctr_words
