// SPDX-License-Identifier: Apache-2.0
// Words of memory that the gfp kernels need in a code's tables (rs_tables.h describes them).
#ifndef EVARISTE_RS_SIZES_H
#define EVARISTE_RS_SIZES_H

#define EV_RS_LOW_HEAD_WORDS 9u
#define EV_RS_LOW_PASS_WORDS(checks) (1u + 40u * (((checks) + 17u) / 18u))
#define EV_RS_LOW_MATRIX_LIMIT 64u   // codes with more check symbols are encoded by the shift register
#define EV_RS_LOW_MATRIX_WORDS(checks) \
    ((checks) <= EV_RS_LOW_MATRIX_LIMIT ? 16u * (((checks) + 3u) / 4u) * (((checks) + 15u) / 16u) : 0u)
#define EV_RS_LOW_SEARCH_WORDS(m) (((m) == 8u ? 64u : 0u) + (1u << (m)) / 4u)
#define EV_RS_LOW_WORDS(m, checks)                                                               \
    (EV_RS_LOW_HEAD_WORDS + EV_RS_LOW_PASS_WORDS(checks) + EV_RS_LOW_MATRIX_WORDS(checks) + \
     EV_RS_LOW_SEARCH_WORDS(m))

#endif
