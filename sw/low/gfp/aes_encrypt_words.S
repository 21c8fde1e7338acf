// SPDX-License-Identifier: Apache-2.0
// Consecutive AES blocks encrypted by the GF unit, two at a time (aes_pair.S), in constant time.
//
//     void ev_aes_encrypt_words(const ev_aes_key_t *key, uint32_t *out, const uint32_t *in, size_t blocks)
//
// An odd block at the end goes through ev_aes_encrypt.
#include "aes_pair.h"
    .cpu cortex-m0plus
    .thumb

    .equ    OUTPUT, 8
    .equ    INPUT, 12
    .equ    BLOCKS, 16

    .section .text.ev_aes_encrypt_words, "ax", %progbits
    .balign 4
remainder:
    adds    r3, #2
    beq     1f
    ldr     r0, [sp, #PAIR_SCHEDULE]
    subs    r0, #4
    ldr     r1, [sp, #OUTPUT]
    ldr     r2, [sp, #INPUT]
    bl      ev_aes_encrypt
1:  add     sp, #20
    restore_registers_and_return

    .global ev_aes_encrypt_words
    .type   ev_aes_encrypt_words, %function
    .thumb_func
ev_aes_encrypt_words:
    save_registers
    mov     r4, r3
    mov     r3, r2
    mov     r2, r1
    find_round_keys r0, r1
    push    {r0-r4}

next_pair:
    ldr     r3, [sp, #BLOCKS]
    subs    r3, #2
    bcc     remainder
    str     r3, [sp, #BLOCKS]
    prepare_columns odd_lanes
    ldr     r7, [sp, #INPUT]
    ldm     r7!, {r0, r1, r2, r3}
    str     r7, [sp, #INPUT]
    rows_of_a
    ldr     r7, [sp, #INPUT]
    ldm     r7!, {r0, r1, r2, r3}
    str     r7, [sp, #INPUT]
    rows_of_b
    bl      ev_aes_encrypt_pair
    columns_of_b
    ldr     r7, [sp, #OUTPUT]
    adds    r7, #16
    stm     r7!, {r0, r1, r2, r3}
    str     r7, [sp, #OUTPUT]
    columns_of_a
    ldr     r7, [sp, #OUTPUT]
    subs    r7, #32
    stm     r7!, {r0, r1, r2, r3}
    b       next_pair

    .balign 4
odd_lanes:
    .word   0xff00ff00                  // columns_to_rows' mask
    .size   ev_aes_encrypt_words, . - ev_aes_encrypt_words
