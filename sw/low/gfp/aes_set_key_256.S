// SPDX-License-Identifier: Apache-2.0
// AES-256 key expansion by the GF unit (FIPS 197, 5.2), row by row, in constant time, as in aes_set_key.S for 128 bits.
//
//     void ev_aes_set_key_256(ev_aes_key_t *key, const uint32_t bytes[8])
//
// A round key is computed from the one two before it, in r8..r11, and from the last bytes of the one before it, in four
// consecutive low registers. The new rows go one register higher and one lower than the old ones, in turn. This leaves
// room to move the old ones to r8..r11. 39 and 37 cycles a round key.
//
//   rows 2, 3, 0, 1 in r0..r3 or r1..r4, of the round key before in r8..r11   r5 byte to be substituted
//   r6 0x63636363   r7 where to store   r12 0x01010101   lr 0x1F(x^8+1)x^16
#include "aes_rows.h"
    .cpu cortex-m0plus
    .thumb

// \old += the S-box of \row's last byte, without its constant. 5 cycles.
.macro add_substituted old, row
    lsrs    r5, \row, #24
    gfinv   r5, r5
    gfmul32 r5, r5, r5, lr
    lsrs    r5, #24
    gfadd   \old, \old, r5
.endm

// Prefix sums of \old to \new; \last takes the place of \old. 2 cycles.
.macro next_row old, new, last
    gfmul32 \new, \new, \old, r12
    mov     \old, \last
.endm

// A round key of even number, from rows r1..r4 to r0..r3.
.macro even_round_key constant
    movs    r5, #\constant
    gfadd   r10, r10, r5
    add_substituted r10, r4
    add_substituted r11, r1
    add_substituted r8, r2
    add_substituted r9, r3
    next_row r8, r0, r1
    next_row r9, r1, r2
    next_row r10, r2, r3
    next_row r11, r3, r4
.endm

// A round key of odd number, from rows r0..r3 to r1..r4: no rotation, no constant.
.macro odd_round_key
    add_substituted r8, r0
    add_substituted r9, r1
    add_substituted r10, r2
    add_substituted r11, r3
    next_row r11, r4, r3
    next_row r10, r3, r2
    next_row r9, r2, r1
    next_row r8, r1, r0
    stm     r7!, {r1, r2, r3, r4}
    eors    r1, r6
    eors    r2, r6
    eors    r3, r6
    eors    r4, r6
.endm

    .section .text.ev_aes_set_key_256, "ax", %progbits
    .balign 4
constants:
    .word   0xff00ff00                  // columns_to_rows' mask
    field_descriptor 0x11b
    .word   0x01010101
    .word   0x63636363
    .word   (0x1f << 8 | 0x1f) << 16

    .global ev_aes_set_key_256
    .type   ev_aes_set_key_256, %function
    .thumb_func
ev_aes_set_key_256:
    push    {r4-r7, lr}
    mov     r4, r8
    mov     r5, r9
    mov     r6, r10
    mov     r7, r11
    push    {r4-r7}
    movs    r3, #14
    stm     r0!, {r3}                   // number of rounds
    mov     lr, r0
    mov     r12, r1
    mov     r7, pc                      // the constants are before the code, and adr reaches forward only
1:  subs    r7, #(1b + 2 - constants)
    ldm     r7!, {r4}
    push    {r7}
    movs    r5, #16
    movs    r6, #24
    ldm     r1, {r0, r1, r2, r3}
    columns_to_rows r2, r3, r0, r1
    mov     r7, lr
    stm     r7!, {r0, r1, r2, r3}       // round key 0, rows rotated
    mov     lr, r7
    movs    r7, #8
    rors    r3, r7
    rors    r0, r5
    rors    r1, r6
    mov     r8, r0
    mov     r9, r1
    mov     r10, r2
    mov     r11, r3
    mov     r7, r12
    adds    r7, #16
    ldm     r7!, {r0, r1, r2, r3}
    columns_to_rows r2, r3, r0, r1
    movs    r4, #8
    rors    r3, r4
    rors    r0, r5
    rors    r1, r6
    mov     r7, lr
    pop     {r4}
    gfcfg   [r4]
    adds    r4, #8
    ldm     r4!, {r5, r6}
    mov     r12, r5
    ldr     r5, [r4]
    mov     lr, r5
    eors    r0, r6
    eors    r1, r6
    eors    r2, r6
    eors    r3, r6
    stm     r7!, {r0, r1, r2, r3}       // round key 1
    eors    r3, r6                      // to r1..r4
    mov     r4, r3
    eors    r2, r6
    mov     r3, r2
    eors    r1, r6
    mov     r2, r1
    eors    r0, r6
    mov     r1, r0

    .irp    constant, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
    even_round_key \constant
    stm     r7!, {r0, r1, r2, r3}
    eors    r0, r6
    eors    r1, r6
    eors    r2, r6
    eors    r3, r6
    odd_round_key
    .endr
    even_round_key 0x40
    movs    r4, #24
    rors    r3, r4
    movs    r4, #16
    rors    r0, r4
    movs    r4, #8
    rors    r1, r4
    stm     r7!, {r0, r1, r2, r3}       // round key 14, rows rotated
    pop     {r4-r7}
    mov     r8, r4
    mov     r9, r5
    mov     r10, r6
    mov     r11, r7
    pop     {r4-r7, pc}

    .size   ev_aes_set_key_256, . - ev_aes_set_key_256
