// SPDX-License-Identifier: Apache-2.0
// Coprocessor 2 of a simulated circuit: what RtlEngine asks of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/machine.hpp"
#include "mips/mips.hpp"

namespace evariste::mips {

// The coprocessor of a core without one. The functions are called for words of coprocessor 2 that
// complete, in the cycle in which they do.
template <typename Top>
struct NoCoprocessor {
  static constexpr bool kPresent = false;
  void reset(Top&) {}
  bool busy(const Top&) const { return false; }  // with what a drained pipeline waits for
  size_t place(uint32_t) const { return kOthers; }
  // The words that a store writes.
  std::span<const uint32_t> stored(const Top&) { return {}; }
  // Takes over what the instruction writes to registers, and appends it.
  void retired(const Top&, uint32_t, std::vector<sim::Write>&) {}
  sim::Value read_register(unsigned) const { return {}; }
  bool write_register(Top&, unsigned, const sim::Value& value) { return value == sim::Value{}; }
};

}  // namespace evariste::mips
