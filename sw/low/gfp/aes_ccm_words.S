// SPDX-License-Identifier: Apache-2.0
// AES-CCM by the GF unit, a counter block and a block of the CBC-MAC at a time (aes_pair.S), in constant time.
//
//     void ev_aes_ccm_encrypt_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t chain[4], uint32_t *out,
//                                const uint32_t *in, size_t blocks)
//     void ev_aes_ccm_decrypt_words(the same)
//
// The chain stays in rows from block to block. When decrypting, the keystream runs one block ahead of the MAC. So the
// loop encrypts one pair more than there are blocks.
#include "aes_pair.h"
    .cpu cortex-m0plus
    .thumb

    .equ    OUTPUT, 8
    .equ    INPUT, 12
    .equ    BLOCKS, 16
    .equ    COUNTER, 20
    .equ    NUMBER, COUNTER + 12        // little endian
    .equ    WHERE_COUNTER, 36
    .equ    WHERE_CHAIN, 40
    .equ    CHAIN, 44                   // rows 2, 3, 0, 1, rotated
    .equ    FRAME, 60
    .equ    ARGUMENT, FRAME + 36        // the fifth argument, above nine saved registers

.macro begin mask
    save_registers
    mov     r8, r3
    mov     r9, r2
    mov     r12, r0
    mov     lr, r1
    ldm     r2, {r0, r1, r2, r3}
    prepare_columns \mask
    columns_to_rows r2, r3, r0, r1
    push    {r0, r1, r2, r3}            // CHAIN
    mov     r2, r9
    mov     r1, lr
    push    {r1, r2}                    // WHERE_COUNTER, WHERE_CHAIN
    ldm     r1!, {r4-r7}
    rev     r7, r7
    push    {r4-r7}                     // COUNTER
    mov     r0, r12
    find_round_keys r0, r1
    mov     r2, r8
    ldr     r3, [sp, #ARGUMENT - COUNTER]
    ldr     r4, [sp, #ARGUMENT - COUNTER + 4]
    push    {r0-r4}
.endm

.macro end mask
    add     r7, sp, #CHAIN
    ldm     r7!, {r0, r1, r2, r3}
    movs    r4, #8
    movs    r5, #16
    ldr     r6, \mask
    columns_of_b
    ldr     r7, [sp, #WHERE_CHAIN]
    stm     r7!, {r0, r1, r2, r3}
    ldr     r0, [sp, #NUMBER]
    rev     r0, r0
    ldr     r1, [sp, #WHERE_COUNTER]
    str     r0, [r1, #12]
    add     sp, #FRAME
    restore_registers_and_return
.endm

.macro next_counter_to_rows mask
    prepare_columns \mask
    add     r7, sp, #COUNTER
    ldm     r7!, {r0, r1, r2, r3}
    adds    r7, r3, #1
    str     r7, [sp, #NUMBER]
    rev     r3, r3
    rows_of_a
.endm

// The text in r0..r3 goes into the chain, and the keystream comes out in r0..r3.
.macro encrypt_counter_and_chain
    rows_of_b
    add     r7, sp, #CHAIN
    ldm     r7!, {r3, r4, r5, r6}
    eors    r0, r3
    eors    r1, r4
    eors    r2, r5
    gfadd   r9, r9, r6
    bl      ev_aes_encrypt_pair
    add     r7, sp, #CHAIN
    stm     r7!, {r0, r1, r2, r3}
    columns_of_a
.endm

// Keystream + input to output. The input moves on.
.macro encrypt_text
    ldr     r7, [sp, #INPUT]
    add_words r7
    str     r7, [sp, #INPUT]
    ldr     r7, [sp, #OUTPUT]
    stm     r7!, {r0, r1, r2, r3}
.endm

    .section .text.ev_aes_ccm_encrypt_words, "ax", %progbits
    .global ev_aes_ccm_encrypt_words
    .type   ev_aes_ccm_encrypt_words, %function
    .thumb_func
    .balign 4
ev_aes_ccm_encrypt_words:
    begin   encrypt_mask
    b       2f
1:  str     r3, [sp, #BLOCKS]
    next_counter_to_rows encrypt_mask
    ldr     r7, [sp, #INPUT]
    ldm     r7!, {r0, r1, r2, r3}
    encrypt_counter_and_chain
    encrypt_text
    str     r7, [sp, #OUTPUT]
2:  ldr     r3, [sp, #BLOCKS]
    subs    r3, #1
    bcc     3f
    b       1b
3:  end     encrypt_mask
    .balign 4
encrypt_mask:
    .word   0xff00ff00                  // columns_to_rows' mask
    .size   ev_aes_ccm_encrypt_words, . - ev_aes_ccm_encrypt_words

    .section .text.ev_aes_ccm_decrypt_words, "ax", %progbits
    .global ev_aes_ccm_decrypt_words
    .type   ev_aes_ccm_decrypt_words, %function
    .thumb_func
    .balign 4
ev_aes_ccm_decrypt_words:
    begin   decrypt_mask
    cmp     r4, #0
    bne     1f
    b       3f
1:  next_counter_to_rows decrypt_mask
    bl      ev_aes_encrypt_pair            // block B may be anything
    columns_of_a
2:  encrypt_text
    next_counter_to_rows decrypt_mask
    ldr     r7, [sp, #OUTPUT]
    ldm     r7!, {r0, r1, r2, r3}
    str     r7, [sp, #OUTPUT]
    encrypt_counter_and_chain
    ldr     r7, [sp, #BLOCKS]
    subs    r7, #1
    str     r7, [sp, #BLOCKS]
    beq     1f
    b       2b
1:  ldr     r0, [sp, #NUMBER]           // the last keystream block was not needed
    subs    r0, #1
    str     r0, [sp, #NUMBER]
3:  end     decrypt_mask
    .balign 4
decrypt_mask:
    .word   0xff00ff00
    .size   ev_aes_ccm_decrypt_words, . - ev_aes_ccm_decrypt_words
