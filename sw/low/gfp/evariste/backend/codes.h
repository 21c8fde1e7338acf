// SPDX-License-Identifier: Apache-2.0
// Words of table memory that the gfp kernels of codes need (rs_tables.h describes those of Reed-Solomon codes).
#ifndef EVARISTE_BACKEND_CODES_H
#define EVARISTE_BACKEND_CODES_H

#define EV_RS_LOW_HEAD_WORDS 9u
#define EV_RS_LOW_PASS_WORDS(checks) (2u + 42u * (((checks) + 17u) / 18u))
#define EV_RS_LOW_MATRIX_LIMIT 64u   // codes with more check symbols are encoded by the shift register
#define EV_RS_LOW_MATRIX_WORDS(checks) \
    ((checks) <= EV_RS_LOW_MATRIX_LIMIT ? 16u * (((checks) + 3u) / 4u) * (((checks) + 15u) / 16u) : 0u)
#define EV_RS_LOW_SEARCH_WORDS(m) (((m) == 8u ? 64u : 0u) + (1u << (m)) / 4u)
#define EV_RS_LOW_WORDS(m, checks)                                                                     \
    (EV_RS_LOW_HEAD_WORDS + EV_RS_LOW_PASS_WORDS(checks) + EV_RS_LOW_MATRIX_WORDS(checks) + \
     EV_RS_LOW_SEARCH_WORDS(m))

#define EV_BCH_LOW_WORDS(m, t) (256u * EV_BCH_GENERATOR_WORDS(m, t))   // the generator's multiples by every byte
#define EV_GF16_TABLE_WORDS(m) 0u                                      // products are reduced without tables

#endif
