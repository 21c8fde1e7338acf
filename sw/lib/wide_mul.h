// SPDX-License-Identifier: Apache-2.0
// 32 x 32 -> 64 bit products in constant time. The compiler's own go through __aeabi_lmul of libgcc, which on ARMv6-M
// branches on a carry of its operands; these are four 16 x 16 bit products and additions.
#ifndef EVARISTE_WIDE_MUL_H
#define EVARISTE_WIDE_MUL_H

#include <stdint.h>

static inline uint64_t mul_wide(uint32_t a, uint32_t b) {
    const uint32_t al = a & 0xffff, ah = a >> 16, bl = b & 0xffff, bh = b >> 16;
    const uint32_t one = al * bh, two = ah * bl;
    uint64_t p = (uint64_t)(ah * bh) << 32 | al * bl;
    p += (uint64_t)one << 16;
    p += (uint64_t)two << 16;
    return p;
}

static inline int64_t mul_wide_signed(int32_t a, int32_t b) {
    const uint64_t p = mul_wide((uint32_t)a, (uint32_t)b);
    const uint32_t correction = ((uint32_t)(a >> 31) & (uint32_t)b) + ((uint32_t)(b >> 31) & (uint32_t)a);
    return (int64_t)(p - ((uint64_t)correction << 32));
}

#endif
