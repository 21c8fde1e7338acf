// SPDX-License-Identifier: Apache-2.0
// Reading a table at a secret index on the core mips alone: every entry goes through a mask. A word takes 51 cycles.
#ifdef __mips__
#include "ec_look_up_mips_asm.h"

    .macro flags
    .set .Lentry, 0
    .irp register, $7, $8, $9, $10, $11, $12, $13, $14, $16, $17, $18, $19, $20, $21, $22, $23
    flag sra, \register, .Lentry
    .set .Lentry, .Lentry + 1
    .endr
    .endm

// Loads entry e + 1 to \next, and adds entry e in \word to $2.
    .macro entry e, words, mask, word, next
    .if \e < 15
    lw \next, 8 * \words * (\e + 1)($5)
    .else
    addiu $5, $5, 4
    .endif
    and \word, \word, \mask
    .if \e > 0
    or $2, $2, \word
    .endif
    .endm

    .macro one_word words
    lw $2, 0($5)
    entry 0, \words, $7, $2, $15
    entry 1, \words, $8, $15, $24
    entry 2, \words, $9, $24, $3
    entry 3, \words, $10, $3, $15
    entry 4, \words, $11, $15, $24
    entry 5, \words, $12, $24, $3
    entry 6, \words, $13, $3, $15
    entry 7, \words, $14, $15, $24
    entry 8, \words, $16, $24, $3
    entry 9, \words, $17, $3, $15
    entry 10, \words, $18, $15, $24
    entry 11, \words, $19, $24, $3
    entry 12, \words, $20, $3, $15
    entry 13, \words, $21, $15, $24
    entry 14, \words, $22, $24, $3
    entry 15, \words, $23, $3
    addiu $4, $4, 4
    .endm

    look_up_by_size ev_ec_look_up_mips
#endif
