// SPDX-License-Identifier: Apache-2.0
// A row of Montgomery's product (ec_scalar.c) for a MIPS core that has a multiplier beside its pipeline, and no more: sums
// are made while the next product is.
#ifndef EC_MONTGOMERY_MIPS_H
#define EC_MONTGOMERY_MIPS_H

#include <stdint.h>

// t[n + 1] = (t + a b + m modulus) / 2^32, where m = -(t + a b) / modulus mod 2^32; `inverse` is 1 / modulus. t is below
// twice the modulus before and after. Writes t[-1], too.
static inline void ec_montgomery_row(uint32_t *t, uint32_t a, const uint32_t *b, const uint32_t *modulus, uint32_t inverse,
                                     int n) {
    const uint32_t m = ~((t[0] + a * b[0]) * inverse) + 1, *const end = b + n;
    uint32_t first = 0, second = 0, word, x, y, z, carry;  // `first` and `second` are what both products carry
    __asm__ volatile(".set push\n\t.set noreorder\n"
                     "1:\n\t"
                     "lw %[x], 0(%[b])\n\t"
                     "lw %[word], 0(%[t])\n\t"
                     "multu %[a], %[x]\n\t"
                     "lw %[z], 0(%[n])\n\t"
                     "addu %[word], %[word], %[first]\n\t"
                     "sltu %[carry], %[word], %[first]\n\t"
                     "addiu %[b], %[b], 4\n\t"
                     "addiu %[n], %[n], 4\n\t"
                     "mflo %[x]\n\t"
                     "mfhi %[y]\n\t"
                     "multu %[m], %[z]\n\t"
                     "addu %[word], %[word], %[x]\n\t"
                     "sltu %[x], %[word], %[x]\n\t"
                     "addu %[y], %[y], %[carry]\n\t"
                     "addu %[first], %[y], %[x]\n\t"
                     "addu %[word], %[word], %[second]\n\t"
                     "sltu %[carry], %[word], %[second]\n\t"
                     "mflo %[x]\n\t"
                     "mfhi %[y]\n\t"
                     "addiu %[t], %[t], 4\n\t"
                     "addu %[word], %[word], %[x]\n\t"
                     "sltu %[x], %[word], %[x]\n\t"
                     "addu %[y], %[y], %[carry]\n\t"
                     "sw %[word], -8(%[t])\n\t"
                     "bne %[b], %[end], 1b\n\t"
                     "addu %[second], %[y], %[x]\n\t"
                     ".set pop"
                     : [word] "=&r"(word), [first] "+&r"(first), [second] "+&r"(second), [x] "=&r"(x), [y] "=&r"(y),
                       [z] "=&r"(z), [carry] "=&r"(carry), [t] "+&r"(t), [b] "+&r"(b), [n] "+&r"(modulus)
                     : [a] "r"(a), [m] "r"(m), [end] "r"(end)
                     : "hi", "lo", "memory");
    const uint64_t top = (uint64_t)first + second + *t;
    t[-1] = (uint32_t)top;
    *t = (uint32_t)(top >> 32);
}

#endif
