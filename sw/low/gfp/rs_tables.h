// SPDX-License-Identifier: Apache-2.0
// The layout of ev_rs_code_t.low for the gfp kernels. It consists of words without pointers, so a table made by ev_rs_init
// can be printed and put into ROM.
#ifndef EVARISTE_RS_TABLES_H
#define EVARISTE_RS_TABLES_H

#include "codes_backend.h"

enum ev_rs_low_word {
    EV_RS_LOW_FOLDED,     // 1: `passes` are for ev_rs_syndromes_fold, 0: for ev_rs_syndromes_direct
    EV_RS_LOW_BODY,       // of ev_rs_syndromes_direct
    EV_RS_LOW_MASK,       // of ev_rs_syndromes_direct
    EV_RS_LOW_MATRIX,     // index of the encoder's matrix, 0: none
    EV_RS_LOW_SEARCH,     // index of the cubes for ev_rs_search8, 0: none
    EV_RS_LOW_FORNEY,     // (1 - first_root) modulo order, the power of the locators in Forney's formula
    EV_RS_LOW_HALF,       // two words: the map from c to a solution of y^2 + y = c, factors of c^(2^i), i = 0 .. 7
    EV_RS_LOW_PLACE = 8,  // index of the positions, a byte for every element
    EV_RS_LOW_PASSES      // where the passes begin
};

// Gray-code order in which ev_rs_search8 visits the field: word i holds the elements 4 * gray(i) + lane.
static inline unsigned ev_rs_gray(unsigned i) { return i ^ (i >> 1); }

#endif
