// SPDX-License-Identifier: Apache-2.0
// The steps of the AES kernels by themselves, twelve of each in a row, for the measurements of aes_steps.c.
//
//     void step_NAME(uint32_t rows[4], const uint32_t *key, const uint32_t *constants)
#include "aes_rows.h"
    .cpu cortex-m0plus
    .thumb

    .equ    TIMES, 12

.macro step_function name
    .section .text.step_\name, "ax", %progbits
    .global step_\name
    .type   step_\name, %function
    .thumb_func
    .balign 4
step_\name:
    push    {r0, r4-r7, lr}
    mov     r4, r8
    mov     r5, r9
    mov     r6, r10
    mov     r7, r11
    push    {r4-r7}
    mov     r7, r1
    mov     r8, r2
    adds    r2, #8
    mov     r9, r2
    adds    r2, #8
    ldm     r2!, {r4, r5, r6}
    mov     r10, r4
    mov     r12, r5
    mov     r11, r6
    gfcfg   [r8]
    ldm     r0, {r0, r1, r2, r3}
    movs    r4, #8
    movs    r5, #16
    movs    r6, #24
.endm

.macro end_step name
    pop     {r4-r7}
    mov     r8, r4
    mov     r9, r5
    mov     r10, r6
    mov     r11, r7
    pop     {r4}
    stm     r4!, {r0, r1, r2, r3}
    pop     {r4-r7, pc}
    .size   step_\name, . - step_\name
.endm

step_function nothing
end_step nothing

step_function sub_bytes
    .rept   TIMES
    gfinv   r0, r0
    gfinv   r1, r1
    gfinv   r2, r2
    gfinv   r3, r3
    gfcfg   [r9]
    gfmul   r0, r0, r10
    gfmul   r1, r1, r10
    gfmul   r2, r2, r10
    gfmul   r3, r3, r10
    gfcfg   [r8]
    .endr
end_step sub_bytes

step_function inv_sub_bytes
    .rept   TIMES
    gfcfg   [r9]
    gfmul   r0, r0, r12
    gfmul   r1, r1, r12
    gfmul   r2, r2, r12
    gfmul   r3, r3, r12
    gfcfg   [r8]
    gfinv   r0, r0
    gfinv   r1, r1
    gfinv   r2, r2
    gfinv   r3, r3
    .endr
end_step inv_sub_bytes

step_function shift_rows
    .rept   TIMES
    rors    r1, r4
    rors    r2, r5
    rors    r3, r6
    .endr
end_step shift_rows

step_function inv_shift_rows
    .rept   TIMES
    rors    r1, r6
    rev     r2, r2
    rev16   r2, r2
    rors    r3, r4
    .endr
end_step inv_shift_rows

// Three in a row, so that the rows end where they began.
step_function mix_columns
    .rept   TIMES / 3
    mix_columns r0, r1, r2, r3, r12, lr, r11, r0, r2
    mix_columns r12, r0, lr, r2, r1, r3, r11, r12, lr
    mix_columns r1, r12, r3, lr, r0, r2, r11, r1, r3
    .endr
end_step mix_columns

step_function inv_mix_columns
    mov     r5, r11
    adds    r5, r5
    .rept   TIMES / 3
    inv_mix_columns r0, r1, r2, r3, r12, lr, r11, r5, r0, r2
    inv_mix_columns r12, r0, lr, r2, r1, r3, r11, r5, r12, lr
    inv_mix_columns r1, r12, r3, lr, r0, r2, r11, r5, r1, r3
    .endr
end_step inv_mix_columns

step_function add_round_key
    .rept   TIMES
    add_round_key r0, r1, r2, r3, r4, r5
    .endr
end_step add_round_key

    .section .rodata.step_constants, "a", %progbits
    .global step_constants
    .type   step_constants, %object
    .balign 4
step_constants:
    field_descriptor 0x11b
    field_descriptor 0x101
    .word   0x1f1f1f1f, 0x4a4a4a4a, 0x02020202
    .size   step_constants, . - step_constants
