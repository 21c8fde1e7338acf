// SPDX-License-Identifier: Apache-2.0
// Wide registers as numbers, and Montgomery products in GF(2)[x] modulo a sparse polynomial, digit
// by digit from the least significant one, as the multiplier computes them.
#pragma once

#include <array>
#include <cstdint>

namespace evariste::asip {

// A polynomial over GF(2): bit i is the coefficient of x^i. Wider than a register of 640 bits, so
// that a step of a product fits.
struct Wide {
  static constexpr unsigned kLimbs = 11;
  std::array<uint64_t, kLimbs> limb{};

  bool bit(unsigned i) const { return limb[i / 64] >> (i % 64) & 1; }
  void flip(unsigned i) { limb[i / 64] ^= uint64_t{1} << (i % 64); }
  Wide lowest(unsigned bits) const {
    Wide a = *this;
    for (unsigned i = bits; i < 64 * kLimbs; ++i) {
      if (a.bit(i)) a.flip(i);
    }
    return a;
  }
  bool zero() const { return *this == Wide{}; }
  uint32_t word(unsigned i) const { return static_cast<uint32_t>(limb[i / 2] >> (i % 2 * 32)); }
  void set_word(unsigned i, uint32_t value) {
    const unsigned at = i % 2 * 32;
    limb[i / 2] = (limb[i / 2] & ~(uint64_t{0xFFFFFFFF} << at)) | uint64_t{value} << at;
  }
  Wide& operator^=(const Wide& other) {
    for (unsigned i = 0; i < kLimbs; ++i) limb[i] ^= other.limb[i];
    return *this;
  }
  bool operator==(const Wide&) const = default;
};

// The field register.
class Field {
 public:
  unsigned degree() const { return m_; }
  unsigned digits() const { return digits_; }
  const std::array<uint16_t, 4>& exponents() const { return exponents_; }

  // Loads the field with the exponents m, k3, k2, k1. False, and no change, if there is none for a
  // register of `width` bits.
  bool load(const std::array<uint32_t, 4>& exponents, unsigned width, unsigned digit);
  void clear() { *this = Field{}; }

  // a b R^-1 mod P with R = x^(digit * digits). The degree of a is below m; of b the lowest digits
  // count.
  Wide product(const Wide& a, const Wide& b) const;

 private:
  std::array<uint16_t, 4> exponents_{};
  unsigned m_ = 0, digits_ = 0, digit_ = 0;
  uint64_t inverse_ = 0;  // of P modulo x^digit
};

}  // namespace evariste::asip
