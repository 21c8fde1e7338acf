// SPDX-License-Identifier: Apache-2.0
// Words of table memory that the portable kernels of codes need. sw/lib/codes_backend.h says what each is.
#ifndef EVARISTE_BACKEND_CODES_H
#define EVARISTE_BACKEND_CODES_H

#define EV_RS_LOW_WORDS(m, checks) 0u
#define EV_BCH_LOW_WORDS(m, t) (256u * EV_BCH_GENERATOR_WORDS(m, t))   // the generator's multiples by every byte
#define EV_GF16_TABLE_WORDS(m) ((3u << (m)) / 2u)                      // powers and logarithms

#endif
