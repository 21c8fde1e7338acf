// SPDX-License-Identifier: Apache-2.0
// Which data an instruction reads or writes, told from its word and the registers before it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "gfp/instruction.hpp"

namespace evariste::host {

// The bytes from `address` on. A burst of several words counts as one access.
struct Access {
  uint32_t address;
  uint32_t bytes;
  bool write;
};

// Nothing for an instruction that uses no data. `registers`: r0..r14; [15] is not looked at.
std::optional<Access> access_of(uint32_t word, uint32_t pc,
                                std::span<const uint32_t, 16> registers);

}  // namespace evariste::host
