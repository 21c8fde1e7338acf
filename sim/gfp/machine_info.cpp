// SPDX-License-Identifier: Apache-2.0
#include "core/machine_info.hpp"

#include "gfp_isa.hpp"

namespace evariste::sim {

namespace {

constexpr host::Region kMemories[] = {{"ROM", gfp::kRomBase, gfp::kRomSize},
                                      {"RAM", gfp::kRamBase, gfp::kRamSize}};

const char* cause_text(uint8_t cause) { return gfp::cause_text(static_cast<gfp::Cause>(cause)); }

bool cause_has_address(uint8_t cause) {
  const auto c = static_cast<gfp::Cause>(cause);
  return c == gfp::Cause::misaligned || c == gfp::Cause::data_bus_error;
}

}  // namespace

const MachineInfo gfp_info = {
    .memories = kMemories,
    .vectors = gfp::kRomBase,
    .clock_hz = 100'000'000,
    .hardfault = gfp::kExcHardfault,
    .semihosting_breakpoint = 0xAB,
    .cause_text = cause_text,
    .cause_has_address = cause_has_address,
};

}  // namespace evariste::sim
