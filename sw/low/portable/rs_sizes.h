// SPDX-License-Identifier: Apache-2.0
// Words of memory that the portable kernels need in a code's tables, besides logarithms and generator: none.
#ifndef EVARISTE_RS_SIZES_H
#define EVARISTE_RS_SIZES_H

#define EV_RS_LOW_WORDS(m, checks) 0u

#endif
