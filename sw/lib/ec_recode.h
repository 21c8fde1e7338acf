// SPDX-License-Identifier: Apache-2.0
// Public scalars as signed digits of width w, least significant first. Digits are 0 or odd, with |d| < 2^(w-1). Among
// any w neighbours at most one is not 0. `digits` has room for EC_DIGITS_MAX(bits of the scalar's field).
#ifndef EVARISTE_EC_RECODE_H
#define EVARISTE_EC_RECODE_H

#include <stdint.h>

#define EC_DIGITS_MAX(degree) ((degree) + 40)

// k = sum of d_i 2^i. Returns the number of digits.
int ev_ec_recode_naf_vartime(int8_t *digits, const uint32_t *k, int words, int width);

#endif
