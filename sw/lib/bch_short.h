// SPDX-License-Identifier: Apache-2.0
// Two BCH codes with words that fit in registers. They have decoders of their own, which are faster than bch.h. The
// layout of a word is that of bch.h (bit i is the coefficient of x^i). Unused top bits are 0.
//
//   BCH(31, 11), t = 5, x^5 + x^2 + 1    one word
//   BCH(63, 51), t = 2, x^6 + x + 1      two words; IEEE 802.15.6-2012, 8.2 (physical-layer header and payload), also
//                                        shortened to (31, 19): the 32 highest coefficients are then 0 and must stay so
//
// Each decoder returns the number of bits corrected (0: the word was a codeword). If it returns CODE_UNCORRECTABLE, the
// word is untouched. A word with a bit above the code's length is CODE_UNCORRECTABLE. The start functions load the
// code's field into the field register. Call them once, and again after other uses of that register.
#ifndef EVARISTE_BCH_SHORT_H
#define EVARISTE_BCH_SHORT_H

#include <stdint.h>

#include "code.h"

void ev_bch31_11_start(void);
int ev_bch31_11_decode(uint32_t *word);

void ev_bch63_51_start(void);
int ev_bch63_51_decode(uint32_t word[2]);
int ev_bch31_19_decode(uint32_t *word);   // the shortened code: one word

// Four consecutive words of BCH(63, 51). Byte i of the result is the status of word i, as a signed 8-bit number.
uint32_t ev_bch63_51_decode4(uint32_t words[8]);

#endif
