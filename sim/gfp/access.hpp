// SPDX-License-Identifier: Apache-2.0
// The data that an instruction reads or writes, from its word and the registers before it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/machine_info.hpp"

namespace evariste::gfp {

// Nothing for an instruction that uses no data. `registers`: r0..r14.
std::optional<sim::Access> access_of(uint32_t word, uint32_t pc,
                                     std::span<const uint32_t> registers);

}  // namespace evariste::gfp
