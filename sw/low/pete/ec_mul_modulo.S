// SPDX-License-Identifier: Apache-2.0
// A product modulo the order of a curve, for a core with ISE, by Barrett's reduction. Time and addresses depend on the
// number of words only.
//
//   T = a b, of 2 W words
//   Q = [T / 2^(32 (W - 1))] M / 2^(32 (W + 1)),  with M = [2^(64 W) / n] from the curve's constants
//   r = T - (Q + 1) n, which is in [-n, n), plus n if it is negative
//
// The columns of the second product below W - 1 are left out. evariste/ecc/text.py has the bound for this.
#include "pete/pete_asm.h"
    .set noreorder
    .set noat

// Adds the products x[j] y[column - j] for j = first to last; x and y are registers with an offset in bytes. A pair is
// loaded while the pair before it is multiplied.
    .macro products xo, x, yo, y, first, last, column
    .set .Lj, \first
    .rept \last - (\first) + 1
    .if (.Lj - (\first)) % 2
    lw $2, \xo + 4 * .Lj(\x)
    lw $3, \yo + 4 * (\column - .Lj)(\y)
    maddu $8, $9
    .else
    lw $8, \xo + 4 * .Lj(\x)
    lw $9, \yo + 4 * (\column - .Lj)(\y)
    .if .Lj > (\first)
    maddu $2, $3
    .endif
    .endif
    .set .Lj, .Lj + 1
    .endr
    .endm

// The last of these products, which `products` has loaded.
    .macro last_product first, last
    .if (\last - (\first)) % 2
    maddu $2, $3
    .else
    maddu $8, $9
    .endif
    .endm

// Words `column` to `end` of the product of x and y, each of so many words, to the stack from offset `to` on. The columns
// below are left out, and their words below `keep` are dropped.
    .macro product xo, x, yo, y, words, column, end, keep, to
    .set .Lcolumn, \column
    .rept \end - (\column) + 1
    .set .Lfirst, 0
    .set .Llast, .Lcolumn
    .if .Lcolumn >= \words
    .set .Lfirst, .Lcolumn - (\words) + 1
    .set .Llast, \words - 1
    .endif
    products \xo, \x, \yo, \y, .Lfirst, .Llast, .Lcolumn
    last_product .Lfirst, .Llast
    sha $10
    .if .Lcolumn >= \keep
    sw $10, \to + 4 * (.Lcolumn - (\keep))($29)
    .endif
    .set .Lcolumn, .Lcolumn + 1
    .endr
    .endm

// void ev_ec_mul_modulo_W(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *order)
    .macro mul_modulo W
    .section .text.ev_ec_mul_modulo_\W, "ax", @progbits
    .balign 4
    .global ev_ec_mul_modulo_\W
    .type ev_ec_mul_modulo_\W, @function
    .set .LT, 0
    .set .LQ, 8 * \W
    .set .LR, 12 * \W
    .set .Lframe, (16 * \W + 7) / 8 * 8
ev_ec_mul_modulo_\W:
    addiu $29, $29, -.Lframe
    multu $0, $0
    product 0, $5, 0, $6, \W, 0, 2*\W-2, 0, .LT
    sha $10
    sw $10, .LT + 4 * (2 * \W - 1)($29)
    product .LT+4*(\W-1), $29, 4*\W, $7, \W+1, \W-1, 2*\W, \W+1, .LQ
    // Columns of the complement of T, and (Q + 1) n. Their words are the complement of r. Column W is all ones, or 0 for
    // a negative r.
    .set .Lcolumn, 0
    .rept \W + 1
    .set .Lfirst, .Lcolumn / \W
    products .LQ, $29, 0, $7, .Lfirst, .Lcolumn-.Lfirst, .Lcolumn
    lw $11, .LT + 4 * .Lcolumn($29)
    .if .Lcolumn < \W
    lw $12, 4 * .Lcolumn($7)
    .endif
    last_product .Lfirst, .Lcolumn-.Lfirst
    nor $11, $11, $0
    .if .Lcolumn < \W
    addau $11, $12
    sha $10
    sw $10, .LR + 4 * .Lcolumn($29)
    .else
    addau $11, $0
    sha $10
    .endif
    .set .Lcolumn, .Lcolumn + 1
    .endr
    multu $0, $0
    nor $10, $10, $0
    .set .Lcolumn, 0
    .rept \W
    lw $2, .LR + 4 * .Lcolumn($29)
    lw $3, 4 * .Lcolumn($7)
    nor $2, $2, $0
    and $3, $3, $10
    addau $2, $3
    sha $2
    sw $2, 4 * .Lcolumn($4)
    .set .Lcolumn, .Lcolumn + 1
    .endr
    jr $31
    addiu $29, $29, .Lframe
    .size ev_ec_mul_modulo_\W, . - ev_ec_mul_modulo_\W
    .endm

    .irp W, 6, 7, 8, 9, 12, 13, 17, 18
    mul_modulo \W
    .endr
