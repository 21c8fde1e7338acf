// SPDX-License-Identifier: Apache-2.0
// What the hash functions share. Not for programs.
#ifndef EVARISTE_HASH_WORDS_H
#define EVARISTE_HASH_WORDS_H

#include <stdint.h>
#include <string.h>

#include "wipe_stack.h"

// A word of memory as a big-endian number, and back.
static inline uint32_t ev_big_endian(uint32_t x) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return x;
#else
    return __builtin_bswap32(x);
#endif
}

#endif
