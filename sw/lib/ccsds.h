// SPDX-License-Identifier: Apache-2.0
// Conversion between the two representations of symbols in CCSDS 131.0-B. Symbols are sent in Berlekamp's dual basis.
// ev_rs_encode and ev_rs_decode work in the conventional basis. z0, the first bit of a dual-basis symbol, is bit 7 of its
// byte.
//
// To send: convert the message, encode, convert everything. To receive: convert everything, decode, convert back. The
// conversion is in place, for any number of symbols, and fastest when aligned to four bytes. The gfp backend changes
// the field register and does not restore it.
#ifndef EVARISTE_CCSDS_H
#define EVARISTE_CCSDS_H

#include <stdint.h>

void ev_ccsds_to_dual(uint8_t *symbols, unsigned count);
void ev_ccsds_to_conventional(uint8_t *symbols, unsigned count);

#endif
