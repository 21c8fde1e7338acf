// SPDX-License-Identifier: Apache-2.0
// Macros shared by the kernels for two blocks at a time.
//
// ev_aes_encrypt_pair (aes_pair.S) finds the round keys through its caller's stack frame. The first two words of the frame
// are the addresses of the schedule and of round key Nr.
#ifndef AES_PAIR_H
#define AES_PAIR_H
#include "aes_rows.h"

    .equ    PAIR_SCHEDULE, 0
    .equ    PAIR_END, 4

.macro save_registers
    push    {r4-r7, lr}
    mov     r4, r8
    mov     r5, r9
    mov     r6, r10
    mov     r7, r11
    push    {r4-r7}
.endm

.macro restore_registers_and_return
    pop     {r4-r7}
    mov     r8, r4
    mov     r9, r5
    mov     r10, r6
    mov     r11, r7
    pop     {r4-r7, pc}
.endm

// key: from the ev_aes_key_t to its schedule; end: the address of round key Nr.
.macro find_round_keys key, end
    ldm     \key!, {\end}               // number of rounds
    lsls    \end, #4
    adds    \end, \key
.endm

// The constants for columns_to_rows. \mask is a literal 0xFF00FF00.
.macro prepare_columns mask
    ldr     r4, \mask
    movs    r5, #16
    movs    r6, #24
.endm

.macro rows_of_a
    columns_to_rows r12, r8, r10, r11
.endm

.macro rows_of_b
    columns_to_rows r2, r9, r0, r1
.endm

.macro columns_of_a
    rows_to_columns r8, r10, r12, lr, r6
.endm

.macro columns_of_b
    rows_to_columns r2, r3, r0, r1, r6
.endm

// r0..r3 += four words at \from; \from advances. Clobbers r4, r5. 10 cycles.
.macro add_words from
    ldm     \from!, {r4, r5}
    eors    r0, r4
    eors    r1, r5
    ldm     \from!, {r4, r5}
    eors    r2, r4
    eors    r3, r5
.endm
#endif
