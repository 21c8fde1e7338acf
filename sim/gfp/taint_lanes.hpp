// SPDX-License-Identifier: Apache-2.0
// Taint through the lanes of the Galois-field unit.
#pragma once

#include <cstdint>

#include "core/taint_rules.hpp"

namespace evariste::gfp {

// A lane of the unit, for the instructions that are linear in each operand: the bits of f(a, b)
// that the tainted bits of the operands reach. f gives the products of two single bits.
template <typename Product>
uint32_t bilinear_lane(uint32_t a, uint32_t ta, uint32_t b, uint32_t tb, Product f) {
  uint32_t reached = 0;
  if (tb == 0 || ta == 0) {  // linear in the other operand: exact
    for (uint32_t i = ta; i != 0; i &= i - 1) reached |= f(i & -i, b);
    for (uint32_t j = tb; j != 0; j &= j - 1) reached |= f(a, j & -j);
    return reached;
  }
  for (uint32_t i = sim::rules::high(a, ta); i != 0; i &= i - 1) {
    const uint32_t bit = i & -i;
    for (uint32_t j = sim::rules::high(b, tb); j != 0; j &= j - 1) {
      const uint32_t other = j & -j;
      if ((bit & ta) | (other & tb)) reached |= f(bit, other);
    }
  }
  return reached;
}

// A lane of a function of one operand: the bits that differ for some choice of the tainted bits.
// Exact.
template <typename Function>
uint32_t lane(uint32_t a, uint32_t ta, Function f) {
  const uint32_t first = f(a & ~ta);
  uint32_t differ = 0;
  for (uint32_t choice = ta; choice != 0; choice = (choice - 1) & ta) {
    differ |= f((a & ~ta) | choice) ^ first;
  }
  return differ;
}

template <typename Lane>
uint32_t lanes(Lane of) {
  uint32_t all = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) all |= of(shift) << shift;
  return all;
}

}  // namespace evariste::gfp
