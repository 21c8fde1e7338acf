// SPDX-License-Identifier: Apache-2.0
// What the host needs to know about a machine beyond its registers and memories.
#pragma once

#include <cstdint>
#include <span>

#include "core/elf.hpp"

namespace evariste::sim {

struct MachineInfo {
  std::span<const host::Region> memories;  // the last one is RAM
  uint32_t vectors;                        // address of the vector table
  uint64_t clock_hz;                       // the clock a simulated program believes in
  unsigned hardfault;                      // exception number of the HardFault handler
  unsigned semihosting_breakpoint;         // immediate of the BKPT that calls the host
  const char* (*cause_text)(uint8_t cause);
  bool (*cause_has_address)(uint8_t cause);
};

// The machine `gfp`.
extern const MachineInfo gfp_info;

}  // namespace evariste::sim
