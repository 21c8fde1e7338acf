// SPDX-License-Identifier: Apache-2.0
// Montgomery arithmetic on slots of up to 18 words, and how many cycles it takes.
//
// A product goes column by column: column c has the products of words whose numbers add up to c.
// The columns below k give the factors m_c with which multiples of the modulus are added, so that
// their words become 0. What is left of the columns from k on is the result.
#pragma once

#include <array>
#include <cstdint>

namespace evariste::monte {

constexpr unsigned kWords = 18;  // the most words of a slot
constexpr unsigned kDigits = 4;
using Slot = std::array<uint32_t, kWords>;

enum Mode : unsigned { kGeneric, kByDigits, kUpperDigits };

// A summand m_c << shift of column c + word, or its negative.
struct Digit {
  unsigned word = 0, shift = 0;
  bool minus = false, there = false;
};

struct Field {
  unsigned words = 0;  // k
  unsigned mode = kGeneric;
  bool binary = false, sign = false, squares = false;  // squares: SQR is built
  uint32_t n0 = 0;
  std::array<Digit, kDigits> digits;
  Slot modulus{};

  bool digits_in_range() const;

  // `corrected`: a multiple of the modulus was added at the end.
  Slot product(const Slot& a, const Slot& b, bool& corrected) const;
  Slot sum(const Slot& a, const Slot& b, bool& corrected) const;
  Slot difference(const Slot& a, const Slot& b, bool& corrected) const;

  // Cycles in which an operand's words are read.
  unsigned product_slots(bool square) const;

 private:
  unsigned products(unsigned column, bool square) const;
  unsigned summands(unsigned column) const;
};

}  // namespace evariste::monte
