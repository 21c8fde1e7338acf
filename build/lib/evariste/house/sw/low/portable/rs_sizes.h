// SPDX-License-Identifier: Apache-2.0
// Words of memory the portable kernels want in a code's tables beyond logarithms and generator: none.
#ifndef EVARISTE_RS_SIZES_H
#define EVARISTE_RS_SIZES_H

#define RS_LOW_WORDS(m, checks) 0u

#endif
