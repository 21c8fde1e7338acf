// SPDX-License-Identifier: Apache-2.0
// Public scalars as signed digits of width w, least significant first. Digits are 0 or odd, with |d| < 2^(w-1). Among
// any w neighbours at most one is not 0. `digits` has room for EC2_DIGITS_MAX(degree). Both functions return the number
// of digits.
#ifndef EVARISTE_EC2_RECODE_H
#define EVARISTE_EC2_RECODE_H

#include "ec2.h"

#define EC2_DIGITS_MAX(degree) ((degree) + 40)

// k = sum of d_i 2^i.
int ev_ec2_recode_naf_vartime(int8_t *digits, const uint32_t *k, int words, int width);

// k = sum of alpha(d_i) tau^i modulo (tau^m - 1)/(tau - 1), Solinas (2000), with width 6, or width 5 without the digits
// 11 and 13. -5 and -3 replace these two, so at width 5 one of 4 neighbours may be not 0.
int ev_ec2_recode_tau_vartime(const ev_curve_t *c, int8_t *digits, const uint32_t *k, int width);

#endif
