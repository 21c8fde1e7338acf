// SPDX-License-Identifier: Apache-2.0
// Binary BCH codes over GF(2^m), m = 3..14: systematic encoder, errors-and-erasures decoder.
//
// A word is a polynomial over GF(2) in 32-bit words: the coefficient of x^i is bit i % 32 of word[i / 32], bits above the
// last one are 0. The message is the coefficients of x^(n-1) .. x^(n-k), sent first; the check bits follow. An extended
// code has one more bit, the parity of all others, sent last: it is bit 0, and the coefficient of x^i moves to bit i + 1.
// The generator is the least binary polynomial with the roots alpha^first_root .. alpha^(first_root + 2t - 1), alpha = x
// mod the field polynomial. n below 2^m - 1 is a shortened code.
//
// Corrects e errors and s erasures with 2e + s <= 2t; an extended code also detects every pattern of t + 1 errors.
// Sources: Blahut 2003, ch. 6 and 7; erasures by decoding twice, with the erased bits all 0 and all 1 (sec. 7.4).
#ifndef EVARISTE_BCH_H
#define EVARISTE_BCH_H

#include <stdint.h>

#include "code.h"
#include "gf16_code.h"
#include "rs.h"

typedef struct ev_bch_parameters {
    uint16_t polynomial;   // of the field, primitive, degree 3..14
    uint16_t n;            // bits sent, the parity bit of an extended code not counted
    uint16_t t;            // errors to correct
    uint16_t first_root;   // 1 in nearly every standard
    uint16_t extended;     // 1: with a parity bit
} ev_bch_parameters_t;

typedef struct ev_bch_code {
    ev_rs_code_t small;             // m <= 8: the Reed-Solomon code with the same roots lends its kernels
    ev_gf16_t large;                // m >= 9
    const uint32_t *generator;   // generator - x^checks, ceil(checks / 32) words
    const uint32_t *low;         // the backend's tables
    uint16_t m, n, k, t, checks, first_root, extended;
} ev_bch_code_t;

#include "bch_sizes.h"

// Words of table memory for ev_bch_init, of work memory for ev_bch_decode, of a word: constant expressions.
// (The generator's degree is at most m t when first_root is 1, and 2 m t always.)
#define EV_BCH_GENERATOR_WORDS(m, t) ((2u * (m) * (t) + 31u) / 32u)
#define EV_BCH_TABLE_WORDS(m, t)                                                             \
    (((m) <= 8u ? EV_RS_TABLE_WORDS(m, 2u * (t)) : EV_GF16_TABLE_WORDS(m)) + EV_BCH_GENERATOR_WORDS(m, t) + \
     EV_BCH_LOW_WORDS(m, t))
#define EV_BCH_WORD_WORDS(n) (((n) + 32u) / 32u)
#define EV_BCH_WORK_WORDS(n, t) (EV_RS_WORK_WORDS(2u * (t)) + 7u * (t) + 8u + 2u * EV_BCH_WORD_WORDS(n))

// Prepares a code: CODE_OK, or which parameter is wrong.
int ev_bch_init(ev_bch_code_t *code, const ev_bch_parameters_t *parameters, uint32_t *tables);

// Fills in the check bits (and the parity bit) of a word that holds the message bits. Returns CODE_OK, or
// CODE_BAD_SYMBOL if a bit above the last one is set; then the word is untouched.
int ev_bch_encode(const ev_bch_code_t *code, uint32_t *word);

// Corrects a word in place. `erasures` lists `count` bit indices of the stored word. Returns the number of bits
// changed, or CODE_UNCORRECTABLE, CODE_BAD_ERASURE or CODE_BAD_SYMBOL; in these cases the word is untouched.
int ev_bch_decode(const ev_bch_code_t *code, uint32_t *word, const uint16_t *erasures, unsigned count, uint32_t *work);

#endif
