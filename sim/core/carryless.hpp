// SPDX-License-Identifier: Apache-2.0
// Carry-less product of two 32-bit words: 64 bits, sum (XOR) over the set bits i of b of a << i.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace evariste::sim {

// Works on every host.
inline uint64_t carryless_portable(uint32_t a, uint32_t b) {
  // Four bits of b at a time; table[k] = a * k.
  uint64_t table[16];
  table[0] = 0;
  table[1] = a;
  for (int k = 2; k < 16; k += 2) {
    table[k] = table[k / 2] << 1;
    table[k + 1] = table[k] ^ a;
  }
  uint64_t product = 0;
  for (int shift = 28; shift >= 0; shift -= 4) product = product << 4 ^ table[b >> shift & 15];
  return product;
}

#if defined(__x86_64__)
[[gnu::target("pclmul")]] inline uint64_t carryless_pclmul(uint32_t a, uint32_t b) {
  const __m128i product = _mm_clmulepi64_si128(_mm_cvtsi32_si128(static_cast<int>(a)),
                                               _mm_cvtsi32_si128(static_cast<int>(b)), 0);
  return static_cast<uint64_t>(_mm_cvtsi128_si64(product));
}
#endif

// By the host's carry-less multiplier if it has one (selected at start-up), else the portable one.
#if defined(__x86_64__)
inline uint64_t (*const carryless)(uint32_t, uint32_t) = __builtin_cpu_supports("pclmul")
                                                             ? carryless_pclmul
                                                             : carryless_portable;
#else
inline uint64_t (*const carryless)(uint32_t, uint32_t) = carryless_portable;
#endif

}  // namespace evariste::sim
