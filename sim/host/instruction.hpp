// SPDX-License-Identifier: Apache-2.0
// An instruction word as retirements report it, decoded.
#pragma once

#include <cstdint>

#include "gfp_isa.hpp"

namespace evariste::host {

// `word`: first halfword << 16 | second, or the halfword alone.
inline bool is_wide(uint32_t word) { return word >> 16 != 0; }

inline gfp::Insn decode(uint32_t word) {
  return is_wide(word)
             ? gfp::decode32(static_cast<uint16_t>(word >> 16), static_cast<uint16_t>(word))
             : gfp::decode16(static_cast<uint16_t>(word));
}

}  // namespace evariste::host
