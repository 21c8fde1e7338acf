// SPDX-License-Identifier: Apache-2.0
// The layout of ev_rs_code_t.low for the gfp kernels. It consists of words without pointers, so a table made by ev_rs_init
// can be printed and put into ROM.
#ifndef EVARISTE_RS_TABLES_H
#define EVARISTE_RS_TABLES_H

#include "codes_backend.h"

enum ev_rs_low_word {
    EV_RS_LOW_FOLDED,     // which kernel the passes are for: enum ev_rs_folded
    EV_RS_LOW_BODY,       // of ev_rs_syndromes_direct
    EV_RS_LOW_MASK,       // of ev_rs_syndromes_direct
    EV_RS_LOW_MATRIX,     // index of the encoder's matrix, 0: none
    EV_RS_LOW_SEARCH,     // index of the cubes for ev_rs_search8, 0: none
    EV_RS_LOW_FORNEY,     // (1 - first_root) modulo order, the power of the locators in Forney's formula
    EV_RS_LOW_HALF,       // two words: the map from c to a solution of y^2 + y = c, factors of c^(2^i), i = 0 .. 7
    EV_RS_LOW_PLACE = 8,  // index of the positions, a byte for every element
    EV_RS_LOW_PASSES      // where the passes begin
};

// The kernel of the syndromes: ev_rs_syndromes_direct, or ev_rs_syndromes_fold for words that are shortened or whole.
enum ev_rs_folded { EV_RS_FOLDED_NOT, EV_RS_FOLDED_SHORTENED, EV_RS_FOLDED_WHOLE };

// The passes of ev_rs_syndromes_fold: w = x^85 in all lanes, and a control word. Then per pass: where in the fold its
// value is, 5 or 6 steps x^4 in all lanes, as many words of lane weights x^(n - 255 - lane), and a control word. Its
// syndromes are every third.
//   control word, bit 31     no pass follows
//                 bit 30     six syndromes in the pass that follows, else five
//                 bits 7..0  the first syndrome of the pass before
// The one in front of all passes has other fields there:
//                 bit 29     the syndromes do not fill their last word: write zeros into it before the passes
//                 bits 7..0  where this word is, in bytes
//                 bits 15..8 where the syndromes' words end, in bytes
enum ev_rs_control { EV_RS_CONTROL_TAIL = 29, EV_RS_CONTROL_SIX, EV_RS_CONTROL_END };

// Gray-code order in which ev_rs_search8 visits the field: word i holds the elements 4 * gray(i) + lane.
static inline unsigned ev_rs_gray(unsigned i) { return i ^ (i >> 1); }

#endif
