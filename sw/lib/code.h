// SPDX-License-Identifier: Apache-2.0
// What every encoder and decoder of the code library reports.
//
// A decoder returns the number of symbols (or bits) it changed, 0 for a clean word, or one of the negative values
// below. With a negative value the caller's buffer is unchanged. If several apply, the first of these is returned:
// CODE_BAD_ERASURE, then CODE_UNCORRECTABLE for more erasures than check symbols, then CODE_BAD_SYMBOL.
#ifndef EVARISTE_CODE_H
#define EVARISTE_CODE_H

enum code_status {
    CODE_OK = 0,
    CODE_UNCORRECTABLE = -1,    // no codeword within the code's correction radius
    CODE_BAD_ERASURE = -2,      // an erased position outside the word, or given twice
    CODE_BAD_DEGREE = -3,       // this codec does not have the field polynomial's degree
    CODE_REDUCIBLE = -4,        // the field polynomial has factors
    CODE_NOT_PRIMITIVE = -5,    // the field polynomial is irreducible, but x does not generate the field
    CODE_BAD_LENGTH = -6,       // n (with the punctured symbols) is above 2^m - 1, or below 2
    CODE_BAD_DIMENSION = -7,    // k is not in 1 .. n - 1
    CODE_BAD_STEP = -8,         // the generator step has a factor in common with 2^m - 1
    CODE_BAD_PUNCTURING = -9,   // as many symbols punctured as there are check symbols, or more
    CODE_BAD_CAPABILITY = -10,  // a BCH code with this t has no message bits, or t is 0
    CODE_BAD_SYMBOL = -11,      // a symbol has a bit above its field's m, a BCH word a bit above its length
};

// The sentence for a status. A positive status means that the word was corrected.
const char *ev_code_sentence(int status);

#endif
