// SPDX-License-Identifier: Apache-2.0
// What an operation computes from the values of its registers, and nothing else. Both ways to run a
// bundle have it from here (core.hpp).
#pragma once

#include <bit>
#include <cstdint>

#include "core/carryless.hpp"
#include "coreva/coreva.hpp"

namespace evariste::coreva {

constexpr uint32_t kAllFlags = 0x7FFE;  // p1 to p14

inline int32_t as_signed(uint32_t value) { return static_cast<int32_t>(value); }

// The comparisons of cmp, by their order in the specification.
inline bool compares(unsigned which, uint32_t a, uint32_t b) {
  switch (which) {
    case 0:
      return a == b;
    case 1:
      return a != b;
    case 2:
      return as_signed(a) < as_signed(b);
    case 3:
      return as_signed(a) >= as_signed(b);
    case 4:
      return a < b;
    case 5:
      return a >= b;
    default:
      return (a & b) != 0;
  }
}

constexpr unsigned distance(Insn insn, Insn first) {
  return static_cast<unsigned>(insn) - static_cast<unsigned>(first);
}

// Applies a function to both halfwords.
template <typename Function>
uint32_t by_half(uint32_t a, uint32_t b, Function function) {
  const uint32_t low = function(a & 0xFFFF, b & 0xFFFF) & 0xFFFF;
  return (function(a >> 16, b >> 16) & 0xFFFF) << 16 | low;
}

inline int32_t half(uint32_t value) { return static_cast<int16_t>(value); }

constexpr uint32_t mask_of(int32_t amount) {
  return amount == 8   ? 0x00FF00FF
         : amount == 4 ? 0x0F0F0F0F
         : amount == 2 ? 0x33333333
                       : 0x55555555;
}

constexpr bool compares_halves(Insn insn) {
  return insn >= Insn::cmp2_eq && insn <= Insn::cmp2_geu;
}
constexpr bool compares_words(Insn insn) { return insn >= Insn::cmp_eq && insn <= Insn::cmpni_geu; }
// Also writes the flag's partner.
constexpr bool compares_both(Insn insn) { return insn >= Insn::cmpn_eq && insn <= Insn::cmpni_geu; }
constexpr unsigned partner_of(unsigned flag) { return flag < 8 ? flag + 7 : flag - 7; }

// What a comparison of words says.
inline bool holds(Insn insn, uint32_t a, uint32_t b, uint32_t imm) {
  const Insn first = compares_both(insn) ? Insn::cmpn_eq : Insn::cmp_eq;
  const unsigned place = distance(insn, first);  // 7 with two registers, 6 with a constant
  return place < 7 ? compares(place, a, b) : compares(place - 7, a, imm);
}

// The same of the lower halfwords.
inline bool holds_half(Insn insn, uint32_t a, uint32_t b) {
  const unsigned which = distance(insn, Insn::cmp2_eq);
  const bool is_signed = which == 2 || which == 3;
  const auto widened = [&](uint32_t v) {
    return is_signed ? static_cast<uint32_t>(half(v)) : v & 0xFFFF;
  };
  return compares(which, widened(a), widened(b));
}

// A step of a division: the rest, and the unit's register with a bit of the quotient more.
inline uint32_t divided(uint32_t a, uint32_t b, uint32_t& dq) {
  const uint64_t t = uint64_t{a} << 1 | dq >> 31;
  const bool q = t >= b;
  dq = dq << 1 | q;
  return static_cast<uint32_t>(q ? t - b : t);
}

// What a load writes, of the bytes that it read.
constexpr uint32_t extended(Insn insn, uint32_t value) {
  if (insn == Insn::lh) return static_cast<uint32_t>(static_cast<int16_t>(value));
  if (insn == Insn::lb) return static_cast<uint32_t>(static_cast<int8_t>(value));
  return value;
}

// The value that an operation between registers writes, from rs1, rs2, what rd had, and the
// constant or amount.
[[gnu::always_inline]] inline uint32_t value_of(Insn insn, uint32_t a, uint32_t b, uint32_t old,
                                                uint32_t imm) {
  switch (insn) {
    case Insn::add:
      return a + b;
    case Insn::sub:
      return a - b;
    case Insn::addi:
      return a + imm;
    case Insn::slt:
      return as_signed(a) < as_signed(b);
    case Insn::sltu:
      return a < b;
    case Insn::slti:
      return as_signed(a) < as_signed(imm);
    case Insn::sltiu:
      return a < imm;
    case Insn::min:
      return as_signed(a) < as_signed(b) ? a : b;
    case Insn::max:
      return as_signed(a) < as_signed(b) ? b : a;
    case Insn::minu:
      return a < b ? a : b;
    case Insn::maxu:
      return a < b ? b : a;
    case Insn::czeqz:
      return b == 0 ? 0 : a;
    case Insn::cznez:
      return b != 0 ? 0 : a;
    case Insn::and_reg:
      return a & b;
    case Insn::or_reg:
      return a | b;
    case Insn::xor_reg:
      return a ^ b;
    case Insn::andn:
      return a & ~b;
    case Insn::orn:
      return a | ~b;
    case Insn::xnor:
      return ~(a ^ b);
    case Insn::andi:
      return a & imm;
    case Insn::ori:
      return a | imm;
    case Insn::xori:
      return a ^ imm;
    case Insn::sll:
      return a << (b & 31);
    case Insn::srl:
      return a >> (b & 31);
    case Insn::sra:
      return static_cast<uint32_t>(as_signed(a) >> (b & 31));
    case Insn::ror:
      return std::rotr(a, static_cast<int>(b & 31));
    case Insn::rol:
      return std::rotl(a, static_cast<int>(b & 31));
    case Insn::slli:
      return a << imm;
    case Insn::srli:
      return a >> imm;
    case Insn::srai:
      return static_cast<uint32_t>(as_signed(a) >> imm);
    case Insn::rori:
      return std::rotr(a, as_signed(imm));
    case Insn::clz:
      return static_cast<uint32_t>(std::countl_zero(a));
    case Insn::ctz:
      return static_cast<uint32_t>(std::countr_zero(a));
    case Insn::cpop:
      return static_cast<uint32_t>(std::popcount(a));
    case Insn::sextb:
      return static_cast<uint32_t>(static_cast<int32_t>(static_cast<int8_t>(a)));
    case Insn::sexth:
      return static_cast<uint32_t>(half(a));
    case Insn::zexth:
      return a & 0xFFFF;
    case Insn::rev8:
      return __builtin_bswap32(a);
    case Insn::movi:
      return imm;
    case Insn::movhi:
      return imm << 16 | (old & 0xFFFF);
    case Insn::lslxor:
      return a ^ b << imm;
    case Insn::lsrxor:
      return a ^ b >> imm;
    case Insn::mvbits:
      return (a ^ a << imm) & mask_of(as_signed(imm));
    case Insn::lsladd:
      return a + (b << imm);
    case Insn::mul:
      return a * b;
    case Insn::mulh:
      return static_cast<uint32_t>(int64_t{as_signed(a)} * as_signed(b) >> 32);
    case Insn::mulhu:
      return static_cast<uint32_t>(uint64_t{a} * b >> 32);
    case Insn::mla:
      return old + a * b;
    case Insn::clmul:
      return static_cast<uint32_t>(sim::carryless(a, b));
    case Insn::clmulh:
      return static_cast<uint32_t>(sim::carryless(a, b) >> 32);
    case Insn::add2:
      return by_half(a, b, [](uint32_t x, uint32_t y) { return x + y; });
    case Insn::sub2:
      return by_half(a, b, [](uint32_t x, uint32_t y) { return x - y; });
    case Insn::sll2:
      return by_half(a, b, [](uint32_t x, uint32_t y) { return x << (y & 15); });
    case Insn::srl2:
      return by_half(a, b, [](uint32_t x, uint32_t y) { return x >> (y & 15); });
    case Insn::sra2:
      return by_half(
          a, b, [](uint32_t x, uint32_t y) { return static_cast<uint32_t>(half(x) >> (y & 15)); });
    case Insn::slt2:
      return by_half(a, b, [](uint32_t x, uint32_t y) { return uint32_t{half(x) < half(y)}; });
    case Insn::min2:
      return by_half(a, b, [](uint32_t x, uint32_t y) { return half(x) < half(y) ? x : y; });
    case Insn::max2:
      return by_half(a, b, [](uint32_t x, uint32_t y) { return half(x) < half(y) ? y : x; });
    case Insn::pack:
      return b << 16 | (a & 0xFFFF);
    case Insn::packh:
      return (b & 0xFFFF0000) | a >> 16;
    case Insn::mul2:
      return by_half(a, b, [](uint32_t x, uint32_t y) { return x * y; });
    case Insn::mla2:
      return by_half(by_half(a, b, [](uint32_t x, uint32_t y) { return x * y; }), old,
                     [](uint32_t x, uint32_t y) { return x + y; });
    default:
      return 0;
  }
}

}  // namespace evariste::coreva
