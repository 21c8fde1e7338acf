// SPDX-License-Identifier: Apache-2.0
// Words of memory as big-endian numbers. Not for programs.
#ifndef EVARISTE_BIG_ENDIAN_H
#define EVARISTE_BIG_ENDIAN_H

#include <stdint.h>

// A word of memory as a big-endian number, and back.
static inline uint32_t ev_big_endian(uint32_t x) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return x;
#else
    return __builtin_bswap32(x);
#endif
}

#endif
