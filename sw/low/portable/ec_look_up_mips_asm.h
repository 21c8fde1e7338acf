// SPDX-License-Identifier: Apache-2.0
// The frame of functions that read a table of 16 points at a secret index on MIPS: every entry is read
// (ec_signed_digits.h). A loop makes a word of the entry each time. The including file defines two macros:
//
//   flags            a flag for each entry from the index in $6, in $7 to $14 and $16 to $23
//   one_word words   $2 = the word of the entry at $5, the table's next word; adds 4 to $5 and to $4, where it goes
#ifndef EVARISTE_EC_LOOK_UP_MIPS_ASM_H
#define EVARISTE_EC_LOOK_UP_MIPS_ASM_H
    .set noreorder
    .set noat

// register = 1 (shift: srl), or all ones (sra), if the index is that of the entry, else 0.
    .macro flag shift, register, entry
    xori \register, $6, \entry
    addiu \register, \register, -1
    \shift \register, \register, 31
    .endm

// Saves (sw) or restores (lw) the registers that belong to the caller.
    .macro kept move
    .set .Lat, 0
    .irp register, $16, $17, $18, $19, $20, $21, $22, $23
    \move \register, .Lat($29)
    .set .Lat, .Lat + 4
    .endr
    .endm

// void NAME_W(uint32_t *entry, const uint32_t *table, uint32_t index), for coordinates of W words
    .macro look_up name, words
    .section .text.\name\()_\words, "ax", @progbits
    .balign 4
    .global \name\()_\words
    .type \name\()_\words, @function
\name\()_\words:
    addiu $29, $29, -32
    kept sw
    flags
    addiu $25, $5, 8 * \words
1:
    one_word \words
    bne $5, $25, 1b
    sw $2, -4($4)
    kept lw
    jr $31
    addiu $29, $29, 32
    .size \name\()_\words, . - \name\()_\words
    .endm

    .macro look_up_by_size name
    .irp words, 6, 7, 8, 9, 12, 13, 17, 18
    look_up \name, \words
    .endr
    .endm
#endif
