// SPDX-License-Identifier: Apache-2.0
// One AES block decrypted by the GF unit, for any key length (FIPS 197, 5.3), in constant time, from the round keys of
// encryption.
//
//     void ev_aes_decrypt(const ev_aes_key_t *key, void *out, const void *in)
//
// AES-128: 9 rounds of 53 cycles (40 with a second field, gfma and gfror), half a round before and after, and transposing, saving and restoring. A buffer that is
// not word aligned goes through ev_aes_decrypt_unaligned (C).
//
//   r0..r3 rows or columns   r4 8   r5 0x04 in each byte   r6 24   r7 round key
//   r8 AES field   r9 ring x^8+1   r10 0x4A in each byte   r11 0x02 in each byte   r12, lr rows 0 and 2
//
// InvSubBytes is gfmul by 0x4A modulo x^8+1 (the inverse of the affine map's linear part; its constant is in the round
// keys), then gfinv.
#include "aes_rows.h"
    .cpu cortex-m0plus
    .thumb

// Rows -> r12, \row1, lr, \row3. 14 cycles.
.macro inv_sub_bytes from0, from1, from2, from3, row1, row3
    to_second r9
    mul_second r12, \from0, r10
    mul_second lr, \from2, r10
    mul_second \row1, \from1, r10
    mul_second \row3, \from3, r10
    to_first r8
    gfinv   r12, r12
    gfinv   \row1, \row1
    gfinv   lr, lr
    gfinv   \row3, \row3
.endm

// AddRoundKey and InvMixColumns of rows r12, \row1, lr, \row3. The results are in r1, \row3, r3, \row1. 35 cycles.
.macro add_round_key_inv_mix_columns row1, row3
    add_round_key r12, \row1, lr, \row3, r1, r3
    subs    r7, #32
    inv_mix_columns r12, \row1, lr, \row3, r1, r3, r11, r5, \row3, \row1
.endm

// The same, then InvShiftRows and InvSubBytes. Rows 1 and 3 are exchanged. 53 cycles.
.macro round row1, row3
    add_round_key_inv_mix_columns \row1, \row3
    rors    \row3, r6
    swap_halves r3
    rors    \row1, r4
    inv_sub_bytes r1, \row3, r3, \row1, \row3, \row1
.endm

// The steps before round 2. In: r0 round key Nr, r2 block, r7 constants. Rows 0..3 go to r12, r0, lr, r2.
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
    ldm     r2, {r0, r1, r2, r3}
    both    r8, r9
    columns_to_rows r12, r3, r0, r1
    mov     r7, lr
    add_round_key r12, r3, r0, r1, r2, r4
    subs    r7, #32
    inv_sub_bytes r12, r3, r0, r1, r0, r2
    movs    r4, #8
    mov     r5, r11
    adds    r5, r5
.endm

    .section .text.ev_aes_decrypt, "ax", %progbits
    .balign 4
    .type   ev_aes_decrypt_longer_key, %function
ev_aes_decrypt_longer_key:
    push    {r3}
    first_round
    round   r0, r2
    round   r2, r0
    pop     {r1}
    cmp     r1, #12
    bne     1f
    b       rounds_2_to_9
1:
    round   r0, r2
    round   r2, r0
    b       rounds_2_to_9

    .balign 4
constants:
    .word   0xff00ff00                  // columns_to_rows' mask
    .word   0x4a4a4a4a
    .word   0x02020202
    field_descriptor 0x11b
    field_descriptor 0x101
unaligned:
    push    {r4, lr}
    bl      ev_aes_decrypt_unaligned
    pop     {r4, pc}
    .size   ev_aes_decrypt_longer_key, . - ev_aes_decrypt_longer_key

    .global ev_aes_decrypt
    .type   ev_aes_decrypt, %function
    .thumb_func
ev_aes_decrypt:
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
    ldm     r0!, {r3}                   // number of rounds
    lsls    r4, r3, #4
    adds    r0, r4                      // the last round key
    cmp     r3, #10
    beq     1f
    b       ev_aes_decrypt_longer_key
1:  first_round
rounds_2_to_9:
    .rept   4
    round   r0, r2
    round   r2, r0
    .endr

    // The last InvMixColumns, and InvShiftRows with the rotation that rows_to_columns expects.
    add_round_key_inv_mix_columns r0, r2
    movs    r5, #16
    rors    r0, r5
    rors    r2, r5
    to_second r9
    mul_second r12, r1, r10
    mul_second lr, r3, r10
    mul_second r11, r2, r10
    mul_second r10, r0, r10
    to_first r8
    gfinv   r12, r12
    gfinv   r11, r11
    gfinv   lr, lr
    gfinv   r10, r10
    ldm     r7!, {r0, r1, r2, r3}
    gfadd   lr, lr, r0
    gfadd   r10, r10, r1
    gfadd   r12, r12, r2
    gfadd   r11, r11, r3
    ldr     r6, odd_lanes
    rows_to_columns r12, r11, lr, r10, r6
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

    .size   ev_aes_decrypt, . - ev_aes_decrypt
