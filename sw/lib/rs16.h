// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes over GF(2^m), m = 9..14, 16 bits a symbol, on gf16.h. rs.h serves the smaller fields.
//
// Parameters, layout, correction radius and results are those of rs.h, with 16-bit symbols and positions. n is up to
// 16383. The decoder is for few check symbols: its time grows as n times their number.
#ifndef EVARISTE_RS16_H
#define EVARISTE_RS16_H

#include <stdint.h>

#include "code.h"
#include "gf16_code.h"
#include "rs.h"

typedef struct ev_rs16_code {
    ev_gf16_t field;
    const uint16_t *generator;   // coefficients of x^0 .. x^(checks-1)
    uint16_t n, k, checks, punctured, first_root, step;
} ev_rs16_code_t;

// Words of table memory for ev_rs16_init and of work memory for ev_rs16_decode, constant expressions.
#define EV_RS16_TABLE_WORDS(m, checks) (EV_GF16_TABLE_WORDS(m) + ((checks) + 1u) / 2u)
#define EV_RS16_WORK_WORDS(checks) (3u * (checks) + 4u)

int ev_rs16_init(ev_rs16_code_t *code, const ev_rs_parameters_t *parameters, uint32_t *tables);

// Writes the n - k check symbols after the k message symbols. `work` as for ev_rs16_decode. CODE_OK or CODE_BAD_SYMBOL.
int ev_rs16_encode(const ev_rs16_code_t *code, uint16_t *word, uint32_t *work);

int ev_rs16_decode(const ev_rs16_code_t *code, uint16_t *word, const uint16_t *erasures, unsigned count, uint32_t *work);

#endif
