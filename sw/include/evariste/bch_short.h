// SPDX-License-Identifier: Apache-2.0
// Two BCH codes with words that fit in registers. They have decoders of their own, which are faster than bch.h.
//
// ```c
// #include <evariste/bch_short.h>
//
// int main(void) {
//     uint32_t word[2] = {0, 0};                                       // 0 is a codeword
//     size_t corrected = 0;
//     word[0] ^= 1u << 17;
//     word[1] ^= 1u << 5;
//     if (ev_bch63_51_decode(word, &corrected) != EV_OK) return 1;
//     return corrected != 2 || word[0] || word[1];
// }
// ```
//
// The layout of a word is that of bch.h (bit i is the coefficient of x^i). Unused top bits are 0.
//
//   BCH(31, 11), t = 5, x^5 + x^2 + 1    one word
//   BCH(63, 51), t = 2, x^6 + x + 1      two words; IEEE 802.15.6-2012, 8.2 (physical-layer header and payload), also
//                                        shortened to (31, 19): the 32 highest coefficients are then 0 and must stay so
//
// Each decoder writes the number of bits corrected to *corrected, which may be NULL (0: the word was a codeword). It
// returns EV_UNCORRECTABLE for a word beyond correction, EV_BAD_SYMBOL for a word with a bit above the code's length,
// EV_NULL; then nothing is changed. On a machine with a field register the functions change it.
#ifndef EVARISTE_BCH_SHORT_H
#define EVARISTE_BCH_SHORT_H

#include <evariste/code.h>

#ifdef __cplusplus
extern "C" {
#endif

ev_status_t ev_bch31_11_decode(uint32_t *word, size_t *corrected);
ev_status_t ev_bch63_51_decode(uint32_t *word, size_t *corrected);
ev_status_t ev_bch31_19_decode(uint32_t *word, size_t *corrected);   // the shortened code: one word

// Four consecutive words of BCH(63, 51). corrected[i] is the number of bits corrected in word i, or EV_BCH_BEYOND if it
// is beyond correction or has a bit above the code's length; that word is unchanged. Returns EV_UNCORRECTABLE if any is.
#define EV_BCH_BEYOND 255
ev_status_t ev_bch63_51_decode4(uint32_t *words, uint8_t corrected[4]);

#ifdef __cplusplus
}
#endif

#endif
