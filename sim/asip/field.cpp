// SPDX-License-Identifier: Apache-2.0
#include "asip/field.hpp"

namespace evariste::asip {
namespace {

// sum ^= a x^shift
void add_shifted(Wide& sum, const Wide& a, unsigned shift) {
  const unsigned limbs = shift / 64, bits = shift % 64;
  for (unsigned i = Wide::kLimbs; i-- > limbs;) {
    const unsigned from = i - limbs;
    uint64_t part = a.limb[from] << bits;
    if (bits != 0 && from > 0) part |= a.limb[from - 1] >> (64 - bits);
    sum.limb[i] ^= part;
  }
}

// sum ^= a d, with a digit d
void add_product(Wide& sum, const Wide& a, uint64_t d) {
  for (unsigned j = 0; d != 0; ++j, d >>= 1) {
    if ((d & 1) != 0) add_shifted(sum, a, j);
  }
}

// The lowest bits of the product of two digits.
uint64_t low_product(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  for (unsigned j = 0; b != 0; ++j, b >>= 1) {
    if ((b & 1) != 0) sum ^= a << j;
  }
  return sum;
}

void shift_down(Wide& a, unsigned shift) {
  if (shift == 64) {
    for (unsigned i = 0; i + 1 < Wide::kLimbs; ++i) a.limb[i] = a.limb[i + 1];
    a.limb[Wide::kLimbs - 1] = 0;
    return;
  }
  for (unsigned i = 0; i < Wide::kLimbs; ++i) {
    const uint64_t above = i + 1 < Wide::kLimbs ? a.limb[i + 1] << (64 - shift) : 0;
    a.limb[i] = a.limb[i] >> shift | above;
  }
}

}  // namespace

bool Field::load(const std::array<uint32_t, 4>& exponents, unsigned width, unsigned digit) {
  const auto [m, k3, k2, k1] = exponents;
  const bool trinomial = k2 == 0 && k1 == 0 && k3 > 0;
  const bool pentanomial = 0 < k1 && k1 < k2 && k2 < k3;
  if (m < 2 || m > width || k3 >= m || !(trinomial || pentanomial)) return false;
  for (unsigned i = 0; i < 4; ++i) exponents_[i] = static_cast<uint16_t>(exponents[i]);
  m_ = m;
  digit_ = digit;
  digits_ = (m + digit - 1) / digit;
  Wide rest;
  rest.flip(0);
  for (const uint32_t e : exponents) {
    if (e != 0) rest.flip(e);
  }
  // Long division of 1 by P from the lowest bit: each bit of the quotient clears one.
  const Wide p = rest;
  Wide left;
  left.flip(0);
  inverse_ = 0;
  for (unsigned j = 0; j < digit; ++j) {
    if (left.bit(0)) {
      inverse_ |= uint64_t{1} << j;
      left ^= p;
    }
    shift_down(left, 1);
  }
  return true;
}

Wide Field::product(const Wide& a, const Wide& b) const {
  const uint64_t low = digit_ == 64 ? ~uint64_t{0} : (uint64_t{1} << digit_) - 1;
  Wide sum;
  for (unsigned i = 0; i < digits_; ++i) {
    const unsigned at = i * digit_;
    const uint64_t d = b.limb[at / 64] >> (at % 64) & low;
    add_product(sum, a, d);
    const uint64_t q = low_product(sum.limb[0] & low, inverse_) & low;
    const Wide quotient{{q}};  // of a division by P, which is sparse
    add_shifted(sum, quotient, 0);
    for (const unsigned e : exponents_) {
      if (e != 0) add_shifted(sum, quotient, e);
    }
    shift_down(sum, digit_);
  }
  return sum;
}

}  // namespace evariste::asip
