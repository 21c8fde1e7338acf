// SPDX-License-Identifier: Apache-2.0
// The BCH kernels that each backend provides (sw/low/<backend>/bch_*.c); for the library's own use.
#ifndef EVARISTE_BCH_LOW_H
#define EVARISTE_BCH_LOW_H

#include "bch.h"

// The word mod the generator, ceil(checks / 32) words. Returns 0 if and only if it is zero.
uint32_t ev_bch_low_remainder(const ev_bch_code_t *code, const uint32_t *word, uint32_t *remainder);

// Makes the backend's tables in EV_BCH_LOW_WORDS(m, t) words and points code->low at them. All other fields are already
// set.
void ev_bch_low_init(ev_bch_code_t *code, uint32_t *memory);

#endif
