// SPDX-License-Identifier: Apache-2.0
// How taint passes through operations on words, bit by bit. No machine is named here.
//
// An operand is a value with the mask of its tainted bits: `a` with `ta`. A tainted bit may be 0 or
// 1, whatever the value says. Each rule gives every bit of the result that some choice of the
// tainted bits changes, and as few others as is cheap. It says which these are.
#pragma once

#include <bit>
#include <cstdint>

namespace evariste::sim::rules {

// The bit or bits that may be 1.
constexpr uint32_t high(uint32_t a, uint32_t ta) { return a | ta; }
constexpr uint32_t low(uint32_t a, uint32_t ta) { return a & ~ta; }
constexpr uint32_t all(bool tainted) { return tainted ? ~0u : 0; }

// Exact. A public 0 hides the other operand.
constexpr uint32_t conjunction(uint32_t a, uint32_t ta, uint32_t b, uint32_t tb) {
  return (ta & high(b, tb)) | (tb & high(a, ta));
}
// Exact. A public 1 hides the other operand.
constexpr uint32_t disjunction(uint32_t a, uint32_t ta, uint32_t b, uint32_t tb) {
  return conjunction(~a, ta, ~b, tb);
}

struct Sum {
  uint32_t bits;
  bool carry, overflow;
};
// a + b + c. A carry grows with each operand bit, so it is public if the least and the greatest
// operands agree about it. Exact for the sum and the carry. The overflow is the difference of two
// carries; where both depend on a secret, it is taken as tainted though they may always be equal.
constexpr Sum sum(uint32_t a, uint32_t ta, uint32_t b, uint32_t tb, bool c, bool tc) {
  const uint64_t least = uint64_t{low(a, ta)} + low(b, tb) + (c && !tc);
  const uint64_t most = uint64_t{high(a, ta)} + high(b, tb) + (c || tc);
  // Sum and operands without carries: what is left is the carry into each bit.
  const uint64_t carries = (least ^ low(a, ta) ^ low(b, tb)) ^ (most ^ high(a, ta) ^ high(b, tb));
  const bool out = carries >> 32 & 1, into = carries >> 31 & 1;
  return {ta | tb | static_cast<uint32_t>(carries), out, out || into};
}

// A word is 0. Exact if its tainted bits are independent. A public 1 decides.
constexpr bool zero(uint32_t value, uint32_t bits) { return bits != 0 && low(value, bits) == 0; }

// a * b modulo 2^32. Bits below the lowest tainted partial product are public, and those above the
// greatest product. Everything between is tainted.
constexpr uint32_t product(uint32_t a, uint32_t ta, uint32_t b, uint32_t tb) {
  const uint64_t most = uint64_t{high(a, ta)} * high(b, tb);
  if ((ta | tb) == 0 || most == 0) return 0;
  const int first_a = ta == 0 ? 64 : std::countr_zero(ta) + std::countr_zero(high(b, tb));
  const int first_b = tb == 0 ? 64 : std::countr_zero(tb) + std::countr_zero(high(a, ta));
  const int first = first_a < first_b ? first_a : first_b, width = std::bit_width(most);
  const uint64_t below = first >= 32 ? ~uint64_t{0} : (uint64_t{1} << first) - 1;
  const uint64_t inside = width >= 32 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  return static_cast<uint32_t>(inside & ~below);
}

// The bits that a carry-less product of the masks reaches.
constexpr uint64_t reach(uint32_t a, uint32_t b) {
  uint64_t reached = 0;
  for (; b != 0; b &= b - 1) reached |= uint64_t{a} << std::countr_zero(b);
  return reached;
}
// The carry-less product of 64 bits. Exact except where terms cancel.
constexpr uint64_t carryless(uint32_t a, uint32_t ta, uint32_t b, uint32_t tb) {
  return reach(ta, high(b, tb)) | reach(high(a, ta), tb);
}

}  // namespace evariste::sim::rules
