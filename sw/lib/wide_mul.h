// SPDX-License-Identifier: Apache-2.0
// 32 x 32 -> 64 bit products in constant time. On ARMv6-M the compiler uses libgcc's __aeabi_lmul, which branches on a
// carry of its operands. These are four 16 x 16 bit products and additions, 18 cycles there.
#ifndef EVARISTE_WIDE_MUL_H
#define EVARISTE_WIDE_MUL_H

#include <stdint.h>

static inline uint64_t mul_wide(uint32_t a, uint32_t b) {
#ifdef __ARM_ARCH_6M__
    uint32_t low, t, u;
    __asm__(".syntax unified\n"
            "uxth %[t], %[a]\n"
            "lsrs %[a], %[a], #16\n"
            "uxth %[low], %[b]\n"
            "lsrs %[b], %[b], #16\n"
            "movs %[u], %[t]\n"
            "muls %[u], %[low]\n"
            "muls %[low], %[a]\n"
            "muls %[a], %[b]\n"
            "muls %[t], %[b]\n"
            "adds %[low], %[low], %[t]\n"  // the middle products, and their carry
            "movs %[b], #0\n"
            "adcs %[b], %[b]\n"
            "lsls %[b], %[b], #16\n"
            "adds %[a], %[a], %[b]\n"
            "lsrs %[t], %[low], #16\n"
            "lsls %[low], %[low], #16\n"
            "adds %[low], %[low], %[u]\n"
            "adcs %[a], %[t]\n"
            : [low] "=&l"(low), [a] "+l"(a), [b] "+l"(b), [t] "=&l"(t), [u] "=&l"(u)
            :
            : "cc");
    return (uint64_t)a << 32 | low;
#elif defined __mips__
    return (uint64_t)a * b;  // MULTU, which takes the same time for all operands
#else
    const uint32_t al = a & 0xffff, ah = a >> 16, bl = b & 0xffff, bh = b >> 16;
    const uint32_t one = al * bh, two = ah * bl;
    return ((uint64_t)(ah * bh) << 32 | al * bl) + ((uint64_t)one << 16) + ((uint64_t)two << 16);
#endif
}

#endif
