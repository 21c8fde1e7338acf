// SPDX-License-Identifier: Apache-2.0
// AES-128 key expansion by the GF unit (FIPS 197, 5.2), row by row, in constant time.
//
//     ev_status_t ev_aes_set_key(ev_aes_key_t *key, const void *bytes, size_t length)
//
// Let g be the S-box of the next row's last byte. A row of the new round key is the prefix sum of the old row with g
// added to its first byte: one gfmul32 by 0x01010101. 35 cycles a round.
//
// The affine map is a gfmul32 too: a byte times 0x1F(x^8+1) has the result in bits 8..15, times 0x1F1F1F1F in bits
// 24..31. This saves two changes of field a round. The constant 0x63 of the S-box is added after the prefix sum, as
// 0x63636363. The stored key lacks it, as aes_rows.h expects. Other lengths and unaligned keys go through
// ev_aes_set_key_general (C).
//
//   r0 row 2   r1 row 3   r2 row 0   r3 row 1   r4, r5 bytes to be substituted   r6 0x63636363   r7 where to store
//   r12 0x01010101   lr 0x1F1F1F1F
#include "aes_rows.h"
    .cpu cortex-m0plus
    .thumb

// The S-box of \row's last byte, without its constant. 4 cycles.
.macro substitute_last byte, row
    lsrs    \byte, \row, #24
    gfinv   \byte, \byte
    gfmul32 \byte, \byte, \byte, lr
    lsrs    \byte, #24
.endm

// \row += \byte in the first byte, then prefix sums. 2 cycles.
.macro next_row row, byte
    eors    \row, \byte
    gfmul32 \row, \row, \row, r12
.endm

.macro next_round_key constant
    movs    r4, #\constant
    eors    r2, r4                      // of row 0: g of row 3 uses only its last byte
    substitute_last r5, r2
    substitute_last r4, r3
    next_row r2, r4
    substitute_last r4, r0
    next_row r3, r4
    substitute_last r4, r1
    next_row r0, r4
    next_row r1, r5
.endm

    .section .text.ev_aes_set_key, "ax", %progbits
    .balign 4
general:
    ldr     r3, 1f
    bx      r3
    .balign 4
1:  .word   ev_aes_set_key_general

    .global ev_aes_set_key
    .type   ev_aes_set_key, %function
    .thumb_func
ev_aes_set_key:
    cmp     r2, #16
    bne     general
    lsls    r3, r1, #30
    bne     general
    cmp     r1, #0
    beq     general                     // EV_NULL
    push    {r4-r7, lr}
    movs    r3, #10
    stm     r0!, {r3}                   // number of rounds
    mov     lr, r0
    adr     r7, constants
    ldm     r7!, {r4, r5}
    gfcfg   [r7]
    mov     r12, r5
    movs    r5, #16
    movs    r6, #24
    ldm     r1, {r0, r1, r2, r3}
    columns_to_rows r2, r3, r0, r1
    mov     r7, lr
    stm     r7!, {r0, r1, r2, r3}       // round key 0, rows rotated
    movs    r4, #8
    rors    r3, r4
    rors    r0, r5
    rors    r1, r6
    movs    r4, #0x1f
    gfmul32 lr, lr, r4, r12
    movs    r6, #0x63
    gfmul32 r6, r6, r6, r12

    .irp    constant, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b
    next_round_key \constant
    stm     r7!, {r0, r1, r2, r3}
    eors    r0, r6
    eors    r1, r6
    eors    r2, r6
    eors    r3, r6
    .endr
    next_round_key 0x36
    movs    r4, #24
    rors    r3, r4
    movs    r4, #16
    rors    r0, r4
    movs    r4, #8
    rors    r1, r4
    stm     r7!, {r0, r1, r2, r3}       // round key 10, rows rotated
    movs    r0, #0
    pop     {r4-r7, pc}

    .balign 4
constants:
    .word   0xff00ff00                  // columns_to_rows' mask
    .word   0x01010101
    field_descriptor 0x11b
    .size   ev_aes_set_key, . - ev_aes_set_key
