// SPDX-License-Identifier: Apache-2.0
// The words of the accelerator, for mips/accelerated.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mips/accelerated/accelerator.hpp"
#include "monte_isa.hpp"

namespace evariste::monte {

struct Words {
  static constexpr const char* kName = "monte";
  static constexpr unsigned kWait = kControlWait, kIndex = kControlIndex, kFlag = kControlFlag;
  static bool legal(uint32_t word) { return decode(word) != Insn::illegal; }
  static size_t place(uint32_t word) { return mips::place_of_class(info_of(decode(word)).klass); }
};

}  // namespace evariste::monte
