// SPDX-License-Identifier: Apache-2.0
// Two AES blocks encrypted together by the GF unit, in constant time. They share the changes of field and the loads of
// round keys. ECB, CTR, GCM, CCM and OCB use it. A round of both takes 79 cycles, 60 with a second field, gfma and gfror.
//
// ev_aes_encrypt_pair has no C interface (aes_pair.h). The rows 0..3 of blocks A and B come in as columns_to_rows leaves
// them:
//   A r12, r8, r10, r11   B r2, r9, r0, r1
// are, between SubBytes and MixColumns,
//   A r8, r0, r1, r2   B r9, r3, r4, r5
// and from MixColumns to the next SubBytes
//   A r12, r8, lr, r1   B r0, r9, r2, r4
// and go out, for rows_to_columns with r4 = 8, r5 = 16, r6 = 0xFF00FF00, as
//   A r8, r10, r12, lr   B r2, r3, r0, r1
// In between, r6 is scratch, r7 holds the round key, r10 0x02 and r11 0x1F in each byte.
#include "aes_pair.h"
    .cpu cortex-m0plus
    .thumb

// The field register loads the descriptor at \field. With a second field register it needs to once.
.macro configure field
    adr     r6, \field
    gfcfg   [r6]
.endm

.macro change_to field
#if !EV_SECOND_FIELD
    configure \field
#endif
.endm

// SubBytes' inverses, from the second arrangement to the first. 8 cycles.
.macro invert
    gfinv   r5, r4
    gfinv   r3, r9
    gfinv   r9, r0
    gfinv   r4, r2
    gfinv   r2, r1
    gfinv   r0, r8
    gfinv   r8, r12
    gfinv   r1, lr
.endm

// SubBytes' affine map, in the first arrangement. 8 cycles.
.macro map_affinely
    .irp    row, r0, r1, r2, r3, r4, r5, r8, r9
    mul_second \row, \row, r11
    .endr
.endm

// MixColumns and AddRoundKey, from the first arrangement to the second. 46 cycles and a change of field.
.macro mix_columns_add_round_key
    change_to aes_field
    mix_columns r8, r0, r1, r2, r12, lr, r10, r8, r1
    mix_columns r9, r3, r4, r5, r0, r2, r10, r9, r4
    ldm     r7!, {r3, r5}
    gfadd   lr, lr, r3
    eors    r2, r3
    eors    r1, r5
    eors    r4, r5
    ldm     r7!, {r3, r5}
    gfadd   r12, r12, r3
    eors    r0, r3
    gfadd   r8, r8, r5
    gfadd   r9, r9, r5
.endm

// Up to ShiftRows.
.macro sub_bytes_shift_rows
    invert
    change_to affine_ring
    map_affinely
    rotate_both r0, r3, 8, r6
    rotate_both r1, r4, 16, r6
    rotate_both r2, r5, 24, r6
.endm

    .section .text.ev_aes_encrypt_pair, "ax", %progbits
    .global ev_aes_encrypt_pair
    .type   ev_aes_encrypt_pair, %function
    .thumb_func
    .balign 4
ev_aes_encrypt_pair:
    push    {lr}
    // AddRoundKey and the first SubBytes. columns_to_rows has done half of the first ShiftRows.
    configure aes_field
#if EV_SECOND_FIELD
    adr     r6, affine_ring
    gfcfgb  [r6]
#endif
    ldr     r7, [sp, #4 + PAIR_SCHEDULE]
    ldm     r7!, {r3, r4, r5, r6}
    gfadd   r10, r10, r3
    eors    r0, r3
    gfadd   r11, r11, r4
    eors    r1, r4
    gfadd   r12, r12, r5
    eors    r2, r5
    gfadd   r8, r8, r6
    gfadd   r9, r9, r6
    gfinv   r4, r0
    gfinv   r5, r1
    gfinv   r3, r9
    gfinv   r9, r2
    gfinv   r1, r10
    gfinv   r2, r11
    gfinv   r0, r8
    gfinv   r8, r12
    ldr     r6, two
    mov     r10, r6
    ldr     r6, affine_factor
    mov     r11, r6
    change_to affine_ring
    map_affinely
    rotate_both r0, r3, 16, r6
    rotate_both r2, r5, 16, r6, again
    b       odd_round

two_rounds:
    sub_bytes_shift_rows
    mix_columns_add_round_key
    sub_bytes_shift_rows
odd_round:
    mix_columns_add_round_key
    ldr     r3, [sp, #4 + PAIR_END]
    cmp     r3, r7
    beq     1f
    b       two_rounds
1:

    // The last round. It has no ShiftRows, since rows_to_columns takes the rows as they are.
    invert
    change_to affine_ring
    mul_second r8, r8, r11
    mul_second r10, r0, r11
    mul_second r12, r1, r11
    mul_second lr, r2, r11
    mul_second r9, r9, r11
    mul_second r4, r4, r11
    mul_second r5, r5, r11
    mul_second r11, r3, r11
    ldm     r7!, {r0, r1, r2, r3}
    gfadd   r12, r12, r0
    gfadd   lr, lr, r1
    gfadd   r8, r8, r2
    gfadd   r10, r10, r3
    eors    r0, r4
    eors    r1, r5
    gfadd   r2, r2, r9
    gfadd   r3, r3, r11
    movs    r4, #8
    movs    r5, #16
    ldr     r6, odd_lanes
    pop     {pc}

    .balign 4
aes_field:
    field_descriptor 0x11b
affine_ring:
    field_descriptor 0x101
odd_lanes:
    .word   0xff00ff00                  // columns_to_rows' mask
two:
    .word   0x02020202
affine_factor:
    .word   0x1f1f1f1f
    .size   ev_aes_encrypt_pair, . - ev_aes_encrypt_pair
