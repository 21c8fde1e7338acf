// SPDX-License-Identifier: Apache-2.0
#include "billie/field.hpp"

#include <algorithm>

#include "core/carryless.hpp"

namespace evariste::billie {

namespace {

// to ^= from << bits
template <size_t N>
void add_shifted(std::array<uint32_t, N>& to, const std::array<uint32_t, N>& from, unsigned bits) {
  const unsigned words = bits / 32, rest = bits % 32;
  for (size_t i = words; i < N; ++i) {
    uint32_t word = from[i - words] << rest;
    if (rest != 0 && i > words) word |= from[i - words - 1] >> (32 - rest);
    to[i] ^= word;
  }
}

}  // namespace

Element Field::reduced(Long c) const {
  for (;;) {
    // c = high x^m + c, and x^m is the sum of the other terms.
    Long high{};
    const unsigned words = degree / 32, rest = degree % 32;
    for (unsigned i = 0; i + words < c.size(); ++i) {
      high[i] = c[i + words] >> rest;
      if (rest != 0 && i + words + 1 < c.size()) high[i] |= c[i + words + 1] << (32 - rest);
    }
    if (std::all_of(high.begin(), high.end(), [](uint32_t word) { return word == 0; })) break;
    add_shifted(c, high, degree);
    add_shifted(c, high, 0);
    for (const unsigned term : terms) {
      if (term != 0) add_shifted(c, high, term);
    }
  }
  Element result{};
  std::copy_n(c.begin(), words(), result.begin());
  return result;
}

Element Field::product(const Element& a, const Element& b) const {
  Long sum{};
  for (unsigned i = 0; i < words(); ++i) {
    for (unsigned j = 0; j < words(); ++j) {
      const uint64_t term = sim::carryless(a[i], b[j]);
      sum[i + j] ^= static_cast<uint32_t>(term);
      sum[i + j + 1] ^= static_cast<uint32_t>(term >> 32);
    }
  }
  return reduced(sum);
}

Element Field::square(const Element& a) const {
  Long spread{};
  for (unsigned i = 0; i < 2 * words(); ++i) {
    uint32_t half = a[i / 2] >> 16 * (i % 2) & 0xFFFF;  // a zero between its bits
    half = (half | half << 8) & 0x00FF00FF;
    half = (half | half << 4) & 0x0F0F0F0F;
    half = (half | half << 2) & 0x33333333;
    spread[i] = (half | half << 1) & 0x55555555;
  }
  return reduced(spread);
}

}  // namespace evariste::billie
