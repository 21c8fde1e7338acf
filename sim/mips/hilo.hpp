// SPDX-License-Identifier: Apache-2.0
// Products and quotients: what HI and LO are after the multiplier or divider has ended.
#pragma once

#include <cstdint>

namespace evariste::mips {

struct HiLo {
  uint32_t lo, hi;
};

inline HiLo words_of(uint64_t product) {
  return {static_cast<uint32_t>(product), static_cast<uint32_t>(product >> 32)};
}
inline HiLo multiply_unsigned(uint32_t a, uint32_t b) { return words_of(uint64_t{a} * b); }
inline HiLo multiply_signed(uint32_t a, uint32_t b) {
  return words_of(
      static_cast<uint64_t>(int64_t{static_cast<int32_t>(a)} * static_cast<int32_t>(b)));
}

// The architecture leaves the quotient by zero open.
inline HiLo divide_unsigned(uint32_t a, uint32_t b) {
  if (b == 0) return {~0u, a};
  return {a / b, a % b};
}
inline HiLo divide_signed(uint32_t a, uint32_t b) {
  if (b == 0) return {~0u, a};
  if (b == ~0u) return {0 - a, 0};  // 0x80000000 by -1 has no quotient of 32 bits
  const auto x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
  return {static_cast<uint32_t>(x / y), static_cast<uint32_t>(x % y)};
}

}  // namespace evariste::mips
