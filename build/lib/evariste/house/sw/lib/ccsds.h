// SPDX-License-Identifier: Apache-2.0
// The two representations of symbols in CCSDS 131.0-B: Berlekamp's dual basis, which is sent, and the conventional one,
// in which rs_encode and rs_decode work. z0, the first bit of a dual-basis symbol, is bit 7 of its byte.
//
// Convert the message, encode, convert all; or convert all, decode, convert back. In place; any number of symbols, fastest
// when aligned to four bytes. The field register is the caller's affair: the gfp backend changes it.
#ifndef EVARISTE_CCSDS_H
#define EVARISTE_CCSDS_H

#include <stdint.h>

void ccsds_to_dual(uint8_t *symbols, unsigned count);
void ccsds_to_conventional(uint8_t *symbols, unsigned count);

#endif
