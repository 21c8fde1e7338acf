// SPDX-License-Identifier: Apache-2.0
// Reading a table at a secret index, for a core with ISE. Eight entries are multiplied by 1 or 0, and the other eight go
// through masks. So neither one pass nor four leave the multiplier or the pipeline idle. A word takes 42 cycles.
#include "pete/pete_asm.h"
#include "../portable/ec_look_up_mips_asm.h"

    .macro flags
    .set .Lentry, 0
    .irp register, $7, $8, $9, $10, $11, $12, $13, $14
    flag srl, \register, .Lentry
    .set .Lentry, .Lentry + 1
    .endr
    .irp register, $16, $17, $18, $19, $20, $21, $22, $23
    flag sra, \register, .Lentry
    .set .Lentry, .Lentry + 1
    .endr
    multu $0, $0
    .endm

// Entry e, in $2, times its flag; entry 8 + e, in \masked, and its flag. Both of the next pair are loaded, and every second
// time both that went through masks are added.
    .macro pair e, words, one, mask, masked, next, before
    maddu $2, \one
    .if \e < 7
    lw $2, 8 * \words * (\e + 1)($5)
    .endif
    and \masked, \masked, \mask
    .if \e < 7
    lw \next, 8 * \words * (\e + 9)($5)
    .else
    addiu $5, $5, 4
    addiu $4, $4, 4
    .endif
    .ifnb \before
    addau \before, \masked
    .endif
    .endm

// The accumulator is empty before and after.
    .macro one_word words
    lw $2, 0($5)
    lw $3, 64 * \words($5)
    pair 0, \words, $7, $16, $3, $15
    pair 1, \words, $8, $17, $15, $24, $3
    pair 2, \words, $9, $18, $24, $3
    pair 3, \words, $10, $19, $3, $15, $24
    pair 4, \words, $11, $20, $15, $24
    pair 5, \words, $12, $21, $24, $3, $15
    pair 6, \words, $13, $22, $3, $15
    pair 7, \words, $14, $23, $15, , $3
    sha $2
    .endm

    look_up_by_size ev_ec_look_up
