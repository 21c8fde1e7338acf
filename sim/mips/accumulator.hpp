// SPDX-License-Identifier: Apache-2.0
// The accumulator U:HI:LO of 96 bits, which some cores mips have in place of HI and LO: what an
// instruction makes of it. Sums wrap modulo 2^96.
#pragma once

#include <bit>
#include <cstdint>

namespace evariste::mips {

// What an instruction beyond those of the core does. A machine says which of its words does it.
enum class AccumulatorOp : uint8_t {
  none,     // the word is no such instruction
  maddu,    // U:HI:LO += rs * rt
  m2addu,   // += 2 * rs * rt
  addau,    // += rs + rt
  sha,      // rd = LO; U:HI:LO >>= 32
  mtlhx,    // U = HI, HI = LO, LO = rs
  mul,      // rd = the low word of rs * rt
  mulgf2,   // HI:LO = the product of polynomials, U = 0
  maddgf2,  // HI:LO ^= that product
};

// The accumulator of a core. Without `decode` it has none.
struct AccumulatorUnit {
  AccumulatorOp (*decode)(uint32_t word) = nullptr;
  unsigned use_stall = 0;  // behind an instruction that moves LO or HI to a register

  AccumulatorOp operation(uint32_t word) const {
    return decode != nullptr ? decode(word) : AccumulatorOp::none;
  }
};

// The registers that such an instruction names; 0: none.
struct AccumulatorOperands {
  uint8_t rd, rs, rt;
};

inline AccumulatorOperands operands_of(AccumulatorOp op, uint32_t word) {
  const auto field = [word](unsigned low) { return static_cast<uint8_t>(word >> low & 31); };
  switch (op) {
    case AccumulatorOp::sha:
      return {field(11), 0, 0};
    case AccumulatorOp::mtlhx:
      return {0, field(21), 0};
    case AccumulatorOp::mul:
      return {field(11), field(21), field(16)};
    default:
      return {0, field(21), field(16)};
  }
}

struct Accumulator {
  uint32_t lo, hi, upper;
};

inline uint64_t polynomial_product(uint32_t a, uint32_t b) {
  uint64_t product = 0;
  for (; b != 0; b &= b - 1) product ^= uint64_t{a} << std::countr_zero(b);
  return product;
}

// The sum with high:low.
inline Accumulator plus(const Accumulator& old, uint64_t low, uint32_t high = 0) {
  const uint64_t before = uint64_t{old.hi} << 32 | old.lo, after = before + low;
  return {static_cast<uint32_t>(after), static_cast<uint32_t>(after >> 32),
          old.upper + high + (after < before)};
}

// The accumulator behind the instruction. `a` and `b` are what rs and rt hold.
inline Accumulator accumulated(AccumulatorOp op, const Accumulator& old, uint32_t a, uint32_t b) {
  const uint64_t product = uint64_t{a} * b;
  switch (op) {
    case AccumulatorOp::maddu:
      return plus(old, product);
    case AccumulatorOp::m2addu:
      return plus(old, product << 1, static_cast<uint32_t>(product >> 63));
    case AccumulatorOp::addau:
      return plus(old, uint64_t{a} + b);
    case AccumulatorOp::sha:
      return {old.hi, old.upper, 0};
    case AccumulatorOp::mtlhx:
      return {a, old.lo, old.hi};
    case AccumulatorOp::mulgf2: {
      const uint64_t p = polynomial_product(a, b);
      return {static_cast<uint32_t>(p), static_cast<uint32_t>(p >> 32), 0};
    }
    case AccumulatorOp::maddgf2: {
      const uint64_t p = polynomial_product(a, b);
      return {old.lo ^ static_cast<uint32_t>(p), old.hi ^ static_cast<uint32_t>(p >> 32),
              old.upper};
    }
    default:
      return old;
  }
}

}  // namespace evariste::mips
