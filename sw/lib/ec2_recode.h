// SPDX-License-Identifier: Apache-2.0
// Public scalars as tau-adic digits, in the form of ec_recode.h.
#ifndef EVARISTE_EC2_RECODE_H
#define EVARISTE_EC2_RECODE_H

#include "ec2.h"
#include "ec_recode.h"

// k = sum of alpha(d_i) tau^i modulo (tau^m - 1)/(tau - 1), Solinas (2000), with width 6, or width 5 without the digits
// 11 and 13. -5 and -3 replace these two, so at width 5 one of 4 neighbours may be not 0. Returns the number of
// digits.
int ev_ec2_recode_tau_vartime(const ev_curve_t *c, int8_t *digits, const uint32_t *k, int width);

#endif
