// SPDX-License-Identifier: Apache-2.0
#include "asip/aes.hpp"

#include <bit>

namespace evariste::asip {
namespace {

constexpr uint8_t times_x(uint8_t a) {
  return static_cast<uint8_t>(a << 1 ^ ((a & 0x80) != 0 ? 0x1B : 0));
}

constexpr uint8_t times(uint8_t a, uint8_t b) {
  uint8_t sum = 0;
  for (; b != 0; b >>= 1, a = times_x(a)) {
    if ((b & 1) != 0) sum ^= a;
  }
  return sum;
}

struct Boxes {
  std::array<uint8_t, 256> forward{}, inverse{};
  constexpr Boxes() {
    for (unsigned i = 0; i < 256; ++i) {
      const auto a = static_cast<uint8_t>(i);
      uint8_t power = a;  // a^254, 0 for 0
      for (int j = 0; j < 6; ++j) power = times(times(power, power), a);
      power = times(power, power);
      const auto b = static_cast<uint8_t>(power ^ std::rotl(power, 1) ^ std::rotl(power, 2) ^
                                          std::rotl(power, 3) ^ std::rotl(power, 4) ^ 0x63);
      forward[i] = b;
      inverse[b] = a;
    }
  }
};
constexpr Boxes kBoxes;

Block mix(const Block& a, const std::array<uint8_t, 4>& row) {
  Block mixed{};
  for (unsigned i = 0; i < 16; ++i) {
    const unsigned column = i & ~3U;
    for (unsigned j = 0; j < 4; ++j) {
      mixed[i] ^= times(a[column + (i + j) % 4], row[j]);
    }
  }
  return mixed;
}

}  // namespace

Block operator^(const Block& a, const Block& b) {
  Block sum;
  for (unsigned i = 0; i < 16; ++i) sum[i] = a[i] ^ b[i];
  return sum;
}

Block encrypt_round(const Block& state, const Block& key, bool last) {
  Block shifted;
  for (unsigned i = 0; i < 16; ++i) shifted[i] = kBoxes.forward[state[(i + i % 4 * 4) % 16]];
  return (last ? shifted : mix(shifted, {2, 3, 1, 1})) ^ key;
}

Block decrypt_round(const Block& state, const Block& key, bool last) {
  Block shifted;
  for (unsigned i = 0; i < 16; ++i) shifted[(i + i % 4 * 4) % 16] = kBoxes.inverse[state[i]];
  const Block sum = shifted ^ key;
  return last ? sum : mix(sum, {14, 11, 13, 9});
}

uint32_t next_key_word(unsigned i, unsigned nk, uint32_t before, uint32_t back) {
  if (i % nk != 0 && !(nk == 8 && i % nk == 4)) return back ^ before;
  const bool rotated = i % nk == 0;
  const uint32_t word = rotated ? std::rotr(before, 8) : before;
  uint32_t substituted = 0;
  for (unsigned j = 0; j < 4; ++j) {
    substituted |= uint32_t{kBoxes.forward[word >> (8 * j) & 0xFF]} << (8 * j);
  }
  uint8_t constant = 1;
  for (unsigned j = 1; j < i / nk; ++j) constant = times_x(constant);
  return back ^ substituted ^ (rotated ? constant : 0);
}

Block increment(const Block& a) {
  Block sum = a;
  for (unsigned i = 16; i-- > 12;) {
    if (++sum[i] != 0) break;
  }
  return sum;
}

Block doubled(const Block& a) {
  Block product;
  for (unsigned i = 0; i < 16; ++i) {
    product[i] = static_cast<uint8_t>(a[i] << 1 | (i < 15 ? a[i + 1] >> 7 : 0));
  }
  if ((a[0] & 0x80) != 0) product[15] ^= 0x87;
  return product;
}

Block reversed(const Block& a) {
  Block b{};
  for (unsigned i = 0; i < 128; ++i) {
    if ((a[i / 8] >> i % 8 & 1) != 0) b[i / 8] |= static_cast<uint8_t>(0x80 >> i % 8);
  }
  return b;
}

Block masked(const Block& a, unsigned n, bool padded) {
  Block b{};
  for (unsigned i = 0; i < n; ++i) b[i] = a[i];
  if (padded) b[n] = 0x80;
  return b;
}

}  // namespace evariste::asip
