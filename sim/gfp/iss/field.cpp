// SPDX-License-Identifier: Apache-2.0
#include "gfp/iss/field.hpp"

#include <bit>

namespace evariste::iss {

Field::Field(uint64_t descriptor) {
  const unsigned m = static_cast<unsigned>(descriptor >> 56);

  // Reduces a 15-bit carry-less product to the lane's result: its low m bits, plus column j for bit
  // m + j, j <= m - 2.
  const auto reduce = [&](uint32_t c) {
    uint32_t result = c & ((1u << m) - 1);
    for (unsigned j = 0; j + 2 <= m; ++j) {
      if (c >> (m + j) & 1) result ^= static_cast<uint8_t>(descriptor >> (8 * j));
    }
    return static_cast<uint8_t>(result);
  };

  // The product is linear in each operand, so 64 products of single bits give all others.
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      uint8_t& out = mul_[a << 8 | b];
      if (std::has_single_bit(a) && std::has_single_bit(b)) {
        out = reduce(1u << (std::countr_zero(a) + std::countr_zero(b)));
      } else if (a == 0 || b == 0) {
        out = 0;
      } else if (!std::has_single_bit(a)) {
        out = mul_[(a & (a - 1)) << 8 | b] ^ mul_[(a & -a) << 8 | b];
      } else {
        out = mul_[a << 8 | (b & (b - 1))] ^ mul_[a << 8 | (b & -b)];
      }
    }
  }

  for (unsigned a = 0; a < 256; ++a) {
    uint32_t spread = 0;
    for (int i = 0; i < 8; ++i) spread |= (a >> i & 1) << (2 * i);
    sq_[a] = reduce(spread);
  }

  // Itoh-Tsujii by the fixed cascade of the unit. a^-1 = a^(2^m - 2) is taken where the chain
  // passes it.
  const bool long_chain = m == 2 || m == 4 || m >= 7;
  const bool tap6 = m == 5 || m == 7;
  const auto product = [&](uint8_t a, uint8_t b) { return mul_[a << 8 | b]; };
  for (unsigned i = 0; i < 256; ++i) {
    const uint8_t a = static_cast<uint8_t>(i);
    const uint8_t s1 = sq_[a], m1 = product(s1, a);
    const uint8_t s2 = sq_[m1], m2 = product(s2, a);
    const uint8_t s3 = sq_[m2], s4 = sq_[s3], s5 = sq_[s4];
    const uint8_t m3 = long_chain ? product(s5, m2) : product(s3, a);
    const uint8_t s6 = sq_[m3], m4 = product(s6, a), s7 = sq_[m4];
    inv_[a] = tap6 ? s6 : s7;
  }

  for (unsigned a = 0; a < 256; ++a) {
    uint8_t power[8];  // a^(2^i) by i squarings; i = 0 is a itself, bits at and above m included
    power[0] = static_cast<uint8_t>(a);
    for (int i = 1; i < 8; ++i) power[i] = sq_[power[i - 1]];
    pow_[a << 8] = 0;
    for (unsigned e = 1; e < 256; ++e) {
      pow_[a << 8 | e] = pow_[a << 8 | (e & (e - 1))] ^ power[std::countr_zero(e)];
    }
  }
}

const Field* FieldCache::get(uint64_t descriptor) {
  if (const auto found = fields_.find(descriptor); found != fields_.end()) {
    return found->second.get();
  }
  if (fields_.size() >= kKept) fields_.clear();
  return fields_.emplace(descriptor, std::make_unique<Field>(descriptor)).first->second.get();
}

}  // namespace evariste::iss
