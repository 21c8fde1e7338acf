// SPDX-License-Identifier: Apache-2.0
// One binary field: polynomials over GF(2) modulo x^m + x^t1 + x^t2 + x^t3 + 1, or x^m + x^t1 + 1.
// An element is its bits, the least significant word first.
#pragma once

#include <array>
#include <cstdint>

namespace evariste::billie {

constexpr unsigned kWords = 18;  // the most words of an element
using Element = std::array<uint32_t, kWords>;

struct Field {
  unsigned degree = 163;
  std::array<unsigned, 3> terms = {7, 6, 3};  // 0: there is none

  unsigned words() const { return (degree + 31) / 32; }
  // Bits of an element's last word.
  uint32_t last_word() const { return degree % 32 == 0 ? ~0u : (1u << degree % 32) - 1; }

  Element product(const Element& a, const Element& b) const;
  Element square(const Element& a) const;

 private:
  using Long = std::array<uint32_t, 2 * kWords>;
  Element reduced(Long c) const;
};

}  // namespace evariste::billie
