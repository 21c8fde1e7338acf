// SPDX-License-Identifier: Apache-2.0
// The carry-less product of two 32-bit words, in constant time and without tables.
#ifndef EVARISTE_CLMUL32_H
#define EVARISTE_CLMUL32_H

#include <stdint.h>

#ifdef __ARM_ARCH_6M__
// Five cycles a bit. The complemented multiplier leaves the upper word at the top, while the product enters at the
// bottom. SBC makes a mask of the carry. 170 cycles; products of integers with holes between the bits take more.
static __attribute__((noinline)) uint64_t clmul32(uint32_t a, uint32_t b) {
    uint32_t low = 0, high = ~a, mask;
    __asm__(".syntax unified\n"
            ".rept 32\n"
            "lsls %0, %0, #1\n"
            "adcs %1, %1\n"
            "sbcs %2, %2\n"
            "ands %2, %3\n"
            "eors %0, %2\n"
            ".endr\n"
            : "+l"(low), "+l"(high), "=&l"(mask)
            : "l"(b)
            : "cc");
    return (uint64_t)high << 32 | low;
}
#elif defined __mips__
// Assembly that `ev gen words` makes: sixteen integer products of operands with holes, as below.
void ev_clmul32_mips(uint32_t r[2], uint32_t a, uint32_t b);

static inline uint64_t clmul32(uint32_t a, uint32_t b) {
    uint32_t r[2];
    ev_clmul32_mips(r, a, b);
    return (uint64_t)r[1] << 32 | r[0];
}
#elif defined __riscv_mul
// Integer products of whole words with holes: only every fourth bit is kept. At most eight partial products meet in a
// column, and carries stay in the three empty bits above it. Two operations give both words of such a product.
static __attribute__((noinline)) uint64_t clmul32(uint32_t a, uint32_t b) {
    const uint32_t a0 = a & 0x11111111, a1 = a & 0x22222222, a2 = a & 0x44444444, a3 = a & 0x88888888;
    const uint32_t b0 = b & 0x11111111, b1 = b & 0x22222222, b2 = b & 0x44444444, b3 = b & 0x88888888;
#define WIDE(x, y) ((uint64_t)(x) * (y))
    return ((WIDE(a0, b0) ^ WIDE(a1, b3) ^ WIDE(a2, b2) ^ WIDE(a3, b1)) & 0x1111111111111111u) |
           ((WIDE(a0, b1) ^ WIDE(a1, b0) ^ WIDE(a2, b3) ^ WIDE(a3, b2)) & 0x2222222222222222u) |
           ((WIDE(a0, b2) ^ WIDE(a1, b1) ^ WIDE(a2, b0) ^ WIDE(a3, b3)) & 0x4444444444444444u) |
           ((WIDE(a0, b3) ^ WIDE(a1, b2) ^ WIDE(a2, b1) ^ WIDE(a3, b0)) & 0x8888888888888888u);
#undef WIDE
}
#else
// Integer products of operands with holes: only every fourth bit is kept. So at most four partial products meet in a
// column, and carries stay in the three empty bits above it (as in BearSSL's ctmul).
static inline uint32_t clmul16(uint32_t x, uint32_t y) {
    const uint32_t x0 = x & 0x1111, x1 = x & 0x2222, x2 = x & 0x4444, x3 = x & 0x8888;
    const uint32_t y0 = y & 0x1111, y1 = y & 0x2222, y2 = y & 0x4444, y3 = y & 0x8888;
    return (((x0 * y0) ^ (x1 * y3) ^ (x2 * y2) ^ (x3 * y1)) & 0x11111111u) |
           (((x0 * y1) ^ (x1 * y0) ^ (x2 * y3) ^ (x3 * y2)) & 0x22222222u) |
           (((x0 * y2) ^ (x1 * y1) ^ (x2 * y0) ^ (x3 * y3)) & 0x44444444u) |
           (((x0 * y3) ^ (x1 * y2) ^ (x2 * y1) ^ (x3 * y0)) & 0x88888888u);
}

static inline uint64_t clmul32(uint32_t a, uint32_t b) {
    const uint32_t low = clmul16(a & 0xffff, b & 0xffff), high = clmul16(a >> 16, b >> 16);
    const uint32_t middle = clmul16((a ^ a >> 16) & 0xffff, (b ^ b >> 16) & 0xffff) ^ low ^ high;
    return ((uint64_t)high << 32 | low) ^ (uint64_t)middle << 16;
}
#endif

#endif
