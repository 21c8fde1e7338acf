// SPDX-License-Identifier: Apache-2.0
// The accelerators for GF(2^233) as a device in data space: MUL233, SQU233, both (FF233), or eight
// elements with commands (FF233-X). A store does its work at once. free() is the first cycle of EX
// in which the next access may come.
#pragma once

#include <array>
#include <cstdint>

#include "coreva_isa.hpp"

namespace evariste::coreva {

class Field {
 public:
  struct Kind {
    bool mul = false, squ = false, x = false;
    unsigned digit = 32;  // bits of a product in a cycle
    bool any() const { return mul || squ || x; }
  };
  static constexpr uint32_t kBase = kFieldA, kSize = 0x1000;
  static constexpr unsigned kDegree = 233;

  explicit Field(const Kind& kind) : kind_(kind) {}

  bool at(uint32_t address) const { return kind_.any() && address - kBase < kSize; }
  // Whether there is such a register, and such a command. Only words have one.
  bool allows(uint32_t address, unsigned bytes, bool write, uint32_t data) const;
  uint64_t free() const { return free_; }
  uint32_t load(uint32_t address) const;
  void store(uint32_t address, uint32_t data, uint64_t cycle);
  void reset() { *this = Field(kind_); }

 private:
  static constexpr unsigned kWords = 8, kTerm = 74;
  using Element = std::array<uint32_t, kWords>;

  static Element product(const Element& a, const Element& b);
  void command(uint32_t word, uint64_t cycle);

  Kind kind_;
  Element a_{}, b_{}, r_{};
  std::array<Element, 8> e_{};
  uint64_t free_ = 0;
};

}  // namespace evariste::coreva
