// SPDX-License-Identifier: Apache-2.0
// One AES block encrypted by the GF unit, for any key length (FIPS 197, 5.1), in constant time.
//
//     void ev_aes_encrypt(const ev_aes_key_t *key, void *out, const void *in)
//
// AES-128: 9 rounds of 43 cycles, one of 42, and transposing, saving and restoring. Longer keys take 2 or 4 more rounds
// of 43. With the extensions a round takes 33. A buffer that is not word aligned goes through ev_aes_encrypt_unaligned (C).
//
//   r0..r3 rows or columns   r4 8   r5 16   r6 24   r7 round key
//   r8 AES field   r9 ring x^8+1   r10 0x1F in each byte   r11 0x02 in each byte   r12, lr rows 0 and 2
#include "aes_rows.h"
    .cpu cortex-m0plus
    .thumb

// The steps before round 2. In: r0 round keys, r2 block, r7 constants.
.macro first_round
    ldm     r7!, {r4, r5, r6}
    mov     r10, r5
    mov     r11, r6
    mov     r8, r7
    adds    r7, #8
    mov     r9, r7
    movs    r5, #16
    movs    r6, #24
    mov     lr, r0
    both    r8, r9
    ldm     r2, {r0, r1, r2, r3}
    columns_to_rows r12, r3, r0, r1
    mov     r7, lr
    add_round_key r12, r3, r0, r1, r2, r4
    movs    r4, #8
    gfinv   lr, r1
    gfinv   r1, r3
    gfinv   r2, r0
    gfinv   r0, r12
    to_second r9
    mul_second r0, r0, r10
    mul_second r1, r1, r10
    mul_second r2, r2, r10
    mul_second r3, lr, r10
    rors    r1, r5
    rors    r3, r5
    to_first r8
    mix_columns r0, r1, r2, r3, r12, lr, r11, r0, r2
    add_round_key r12, r0, lr, r2, r1, r3
.endm

// Rows 0..3 in r12, r0, lr, r2, before and after. 43 cycles, 33 with a second field and gfma.
.macro round
    gfinv   r3, r2
    gfinv   r1, r0
    gfinv   r0, r12
    gfinv   r2, lr
    to_second r9
    mul_second r0, r0, r10
    mul_second r1, r1, r10
    mul_second r2, r2, r10
    mul_second r3, r3, r10
    rors    r1, r4
    rors    r2, r5
    rors    r3, r6
    to_first r8
    mix_columns r0, r1, r2, r3, r12, lr, r11, r0, r2
    add_round_key r12, r0, lr, r2, r1, r3
.endm

    .section .text.ev_aes_encrypt, "ax", %progbits
    .balign 4
    .type   ev_aes_encrypt_longer_key, %function
ev_aes_encrypt_longer_key:
    push    {r4}
    first_round
    round
    round
    pop     {r1}
    cmp     r1, #12
    bne     1f
    b       rounds_2_to_9
1:
    round
    round
    b       rounds_2_to_9

    .balign 4
constants:
    .word   0xff00ff00                  // columns_to_rows' mask
    .word   0x1f1f1f1f
    .word   0x02020202
    field_descriptor 0x11b
    field_descriptor 0x101
unaligned:
    push    {r4, lr}
    bl      ev_aes_encrypt_unaligned
    pop     {r4, pc}
    .size   ev_aes_encrypt_longer_key, . - ev_aes_encrypt_longer_key

    .global ev_aes_encrypt
    .type   ev_aes_encrypt, %function
    .thumb_func
ev_aes_encrypt:
    mov     r3, r1
    orrs    r3, r2
    lsls    r3, #30
    bne     unaligned
    push    {r1, r4-r7, lr}
    mov     r4, r8
    mov     r5, r9
    mov     r6, r10
    mov     r7, r11
    push    {r4-r7}
    mov     r7, pc                      // the constants are before the code, and adr reaches forward only
1:  subs    r7, #(1b + 2 - constants)
    ldm     r0!, {r4}                   // number of rounds
    cmp     r4, #10
    beq     1f
    b       ev_aes_encrypt_longer_key
1:  first_round
rounds_2_to_9:
    .rept   8
    round
    .endr

    // The last round. Its rows stay in high registers, so one load gets the round key.
    gfinv   r3, r2
    gfinv   r1, r0
    gfinv   r0, r12
    gfinv   r2, lr
    to_second r9
    mul_second r8, r0, r10
    mul_second r9, r1, r10
    mul_second r11, r3, r10
    mul_second r10, r2, r10
    ldm     r7!, {r0, r1, r2, r3}
    gfadd   r10, r10, r0
    gfadd   r11, r11, r1
    gfadd   r8, r8, r2
    gfadd   r9, r9, r3
    ldr     r6, odd_lanes
    rows_to_columns r8, r9, r10, r11, r6
    ldr     r7, [sp, #16]
    stm     r7!, {r0, r1, r2, r3}
    pop     {r4-r7}
    mov     r8, r4
    mov     r9, r5
    mov     r10, r6
    mov     r11, r7
    pop     {r1, r4-r7, pc}

    .balign 4
odd_lanes:
    .word   0xff00ff00

    .size   ev_aes_encrypt, . - ev_aes_encrypt
