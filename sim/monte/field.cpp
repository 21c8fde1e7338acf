// SPDX-License-Identifier: Apache-2.0
#include "monte/field.hpp"

#include <algorithm>

#include "core/carryless.hpp"

namespace evariste::monte {

namespace {

__extension__ typedef __int128 Wide;

// The running sum of columns. In a binary field it has no carries.
class Accumulator {
 public:
  explicit Accumulator(bool binary) : binary_(binary) {}

  void add(uint32_t a, uint32_t b) {
    if (binary_) {
      sum_ ^= Wide{sim::carryless(a, b)};
    } else {
      sum_ += Wide{uint64_t{a} * b};
    }
  }
  void add_shifted(uint32_t m, unsigned shift, bool minus) {
    const auto term = Wide{uint64_t{m} << shift};
    if (binary_) {
      sum_ ^= term;
    } else {
      sum_ += minus ? -term : term;
    }
  }
  uint32_t multiplied(uint32_t n) const {
    return static_cast<uint32_t>(binary_ ? sim::carryless(low(), n) : uint64_t{low()} * n);
  }
  uint32_t low() const { return static_cast<uint32_t>(sum_); }
  void shift() { sum_ >>= 32; }
  Wide sum() const { return sum_; }

 private:
  const bool binary_;
  Wide sum_ = 0;
};

}  // namespace

bool Field::digits_in_range() const {
  return std::all_of(digits.begin(), digits.end(), [&](const Digit& digit) {
    return !digit.there || (digit.word >= 1 && digit.word <= words);
  });
}

Slot Field::product(const Slot& a, const Slot& b, bool& corrected) const {
  Accumulator acc(binary);
  Slot m{}, result{};
  for (unsigned c = 0; c < 2 * words; ++c) {
    const unsigned first = c < words ? 0 : c - words + 1, end = std::min(c + 1, words);
    for (unsigned j = first; j < end; ++j) acc.add(a[j], b[c - j]);
    if (mode == kGeneric) {
      for (unsigned j = first; j < std::min(c, end); ++j) acc.add(m[j], modulus[c - j]);
    } else {
      for (const Digit& digit : digits) {
        if (digit.there && c >= digit.word && c - digit.word < words) {
          acc.add_shifted(m[c - digit.word], digit.shift, digit.minus);
        }
      }
    }
    if (c >= words) {
      result[c - words] = acc.low();
    } else if (mode == kByDigits) {
      m[c] = acc.low();
    } else {
      m[c] = acc.multiplied(n0);
      acc.add(m[c], modulus[0]);
    }
    acc.shift();
  }
  if (binary) return result;
  // The result lies in [0, 2p), or with `sign` in (-p, p).
  const Wide top = acc.sum();
  Slot other{};
  Wide carry = 0;
  for (unsigned i = 0; i < words; ++i) {
    carry += sign ? Wide{result[i]} + modulus[i] : Wide{result[i]} - modulus[i];
    other[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  corrected = sign ? top < 0 : top > 0 || (top == 0 && carry == 0);
  return corrected ? other : result;
}

Slot Field::sum(const Slot& a, const Slot& b, bool& corrected) const {
  Slot result{}, other{};
  if (binary) {
    for (unsigned i = 0; i < words; ++i) result[i] = a[i] ^ b[i];
    return result;
  }
  Wide carry = 0, borrow = 0;
  for (unsigned i = 0; i < words; ++i) {
    carry += Wide{a[i]} + b[i];
    result[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
    borrow += Wide{result[i]} - modulus[i];
    other[i] = static_cast<uint32_t>(borrow);
    borrow >>= 32;
  }
  corrected = carry != 0 || borrow == 0;
  return corrected ? other : result;
}

Slot Field::difference(const Slot& a, const Slot& b, bool& corrected) const {
  if (binary) return sum(a, b, corrected);
  Slot result{}, other{};
  Wide borrow = 0, carry = 0;
  for (unsigned i = 0; i < words; ++i) {
    borrow += Wide{a[i]} - b[i];
    result[i] = static_cast<uint32_t>(borrow);
    borrow >>= 32;
    carry += Wide{result[i]} + modulus[i];
    other[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  corrected = borrow != 0;
  return corrected ? other : result;
}

// Of the operands, in a column. A square takes each pair once, in a binary field only the diagonal.
unsigned Field::products(unsigned column, bool square) const {
  const unsigned all = column < words ? column + 1 : 2 * words - 1 - column;
  if (!square || !squares) return all;
  return binary ? all % 2 : (all + 1) / 2;
}

unsigned Field::summands(unsigned column) const {
  if (mode == kGeneric) return 0;
  return static_cast<unsigned>(std::count_if(digits.begin(), digits.end(), [&](const Digit& d) {
    return d.there && column >= d.word && column - d.word < words;
  }));
}

unsigned Field::product_slots(bool square) const {
  unsigned slots = 0;
  for (unsigned c = 0; c < 2 * words; ++c) {
    slots += std::max({products(c, square), summands(c), 1u});
    if (mode == kGeneric) slots += c < words ? c : 2 * words - 1 - c;
    if (mode != kByDigits && c < words) slots += 3;  // m_c: a wait, LO * n0, m_c * p_0
  }
  return slots;
}

}  // namespace evariste::monte
