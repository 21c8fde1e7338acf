// SPDX-License-Identifier: Apache-2.0
// AES on rows: assembler macros for the steps of the gfp kernels.
//
// The state is four words, one for each row of FIPS 197's array. Byte j of a word is column j. So ShiftRows rotates
// three words, MixColumns works on whole words, and one gfinv is four S-boxes.
//
//   SubBytes     gfinv in the AES field, then gfmul by 0x1F modulo x^8+1 (the linear part of the affine map). The
//                constant 0x63 is a word of 63s added to round keys 1..Nr once, at expansion: ShiftRows and MixColumns
//                map it to itself.
//   MixColumns   out_i = w_i + 2(w_i + w_{i+1}), w_i the sum of the three other rows: 12 sums, 4 products, two
//                temporaries.
//   transposing  columns in memory <-> rows: 5 operations per pair of words instead of a swap's 6, because the swapped
//                halves (and bytes) may stay rotated. The rows come out rotated left by 0, 1, 2, 3 bytes, and go back in
//                the same way. Round keys 0 and Nr are stored with their rows rotated so. This is what InvShiftRows
//                does, so the cipher's last ShiftRows and the inverse's first InvShiftRows cost nothing, and those at
//                the other end rotate rows 1 and 3 by 16 only.
//
// A round key is four words in the order: rows 2, 3, 0, 1.
#ifndef AES_ROWS_H
#define AES_ROWS_H
#include "operations.h"

// The descriptor for gfcfg with a modulus of degree 8: columns x^8..x^14 modulo it, then the degree.
.macro field_descriptor modulus
    .set    .Lcolumn, (\modulus) & 0xff
    .rept   7
    .byte   .Lcolumn
    .set    .Lcolumn, (.Lcolumn << 1) ^ ((.Lcolumn >> 7) * (\modulus))
    .endr
    .byte   8
.endm

// Columns r0..r3 -> rows 2, 3, 0, 1 in \row2.., each rotated left by its number of bytes. 20 cycles.
// In: r4 = 0xFF00FF00, r5 = 16, r6 = 24. Clobbers r0..r3, r7. Rows go to high registers, or \row0 to r2, \row1 to r0 or r3, \row2 to r0, \row3 to r1.
.macro columns_to_rows row0, row1, row2, row3
    rors    r2, r5
    xor3    r7, r0, r2
    uxth    r7, r7
    eors    r0, r7                      // columns 2, 0 of rows 2, 3
    eors    r2, r7                      // columns 0, 2 of rows 0, 1
    rors    r3, r5
    xor3    r7, r1, r3
    uxth    r7, r7
    eors    r1, r7                      // columns 3, 1 of rows 2, 3
    eors    r3, r7                      // columns 1, 3 of rows 0, 1
    rors    r1, r6
    xor3    r7, r0, r1
    ands    r7, r4
    xor3    \row2, r0, r7
    xor3    \row3, r1, r7
    rors    r3, r6
    xor3    r7, r2, r3
    ands    r7, r4
    xor3    \row0, r2, r7
    xor3    \row1, r3, r7
.endm

// Rows, each rotated left by its number of bytes -> columns r0..r3. 20 cycles.
// In: \mask (low register) = 0xFF00FF00, r4 = 8, r5 = 16. Clobbers r7. The rows must be in high registers, or in r2, r3, r0, r1.
.macro rows_to_columns row0, row1, row2, row3, mask
    xor3    r7, \row0, \row1
    ands    r7, \mask
    xor3    r2, \row0, r7
    xor3    r3, \row1, r7
    rors    r3, r4
    xor3    r7, \row2, \row3
    ands    r7, \mask
    xor3    r0, \row2, r7
    xor3    r1, \row3, r7
    rors    r1, r4
    xor3    r7, r0, r2
    uxth    r7, r7
    eors    r0, r7
    eors    r2, r7
    rors    r2, r5
    xor3    r7, r1, r3
    uxth    r7, r7
    eors    r1, r7
    eors    r3, r7
    rors    r3, r5
.endm

// Adds the round key at r7 to the rows. 10 cycles. \k0 < \k1: low registers.
.macro add_round_key row0, row1, row2, row3, k0, k1
    ldm     r7!, {\k0, \k1}
    xor3    \row2, \row2, \k0
    xor3    \row3, \row3, \k1
    ldm     r7!, {\k0, \k1}
    xor3    \row0, \row0, \k0
    xor3    \row1, \row1, \k1
.endm

// MixColumns of rows 0..3 in \a0..\a3. 16 cycles, 12 with gfma. Out: rows 0 and 2 in \t and \s, row 1 in \row1 (\a0 or \a3), row 3 in
// \row3 (\a2 or \a1). In: \two = 0x02020202, the AES field configured.
.macro mix_columns a0, a1, a2, a3, t, s, two, row1, row3
    xor3    \t, \a0, \a1                // u0 = a0 + a1
    xor3    \s, \a2, \a3                // u2
    xor3    \a1, \a1, \s                // w0 = a1 + a2 + a3
    xor3    \a3, \a3, \t                // w2
    xor3    \a0, \a0, \s                // w1
    xor3    \a2, \a2, \t                // w3
    multiply_add \t, \a1, \t, \two
    multiply_add \s, \a3, \s, \two
    xor3    \a1, \a1, \a2               // u3 = w3 + w0
    xor3    \a3, \a3, \a0               // u1 = w1 + w2
    add_product_to \row3, \a2, \a1, \two, \a1
    add_product_to \row1, \a0, \a3, \two, \a3
.endm

// InvMixColumns: add 4(a0 + a2) to rows 0 and 2, and 4(a1 + a3) to rows 1 and 3, then do MixColumns. 24 cycles, 18 with gfma.
.macro inv_mix_columns a0, a1, a2, a3, t, s, two, four, row1, row3
    xor3    \t, \a0, \a2
    xor3    \s, \a1, \a3
#if EV_GFMA
    gfma    \a0, \a0, \t, \four
    gfma    \a2, \a2, \t, \four
    gfma    \a1, \a1, \s, \four
    gfma    \a3, \a3, \s, \four
#else
    gfmul   \t, \t, \four
    gfmul   \s, \s, \four
    xor3    \a0, \a0, \t
    xor3    \a2, \a2, \t
    xor3    \a1, \a1, \s
    xor3    \a3, \a3, \s
#endif
    mix_columns \a0, \a1, \a2, \a3, \t, \s, \two, \row1, \row3
.endm
#endif
