// SPDX-License-Identifier: Apache-2.0
// What a shared object with Verilated RTL offers. Each Verilated top is an object of its own,
// loaded when asked for, so that the interpreter needs none of them and a change to the RTL
// rebuilds nothing else.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/machine.hpp"

namespace evariste::rtl {

struct EngineOptions {
  const char* wave = nullptr;  // FST file to write; only with an object built for it
  // Verilator's coverage data, written at the end; only with an object built for it
  const char* cover = nullptr;
  // Wait states: in each cycle the grant of the instruction (data) port is withheld with a chance
  // of n / 256.
  unsigned instr_wait = 0;
  unsigned data_wait = 0;
  uint64_t seed = 1;    // of these
  bool slower = false;  // some instructions take longer than the interpreter counts
};

// `evariste_engine` of rtl_gfp_*.so.
using MakeEngine = sim::Machine* (*)(const EngineOptions& options);

// `evariste_gf_unit` of rtl_gf_unit.so: `count` operations of rtl/gf/gf_unit.sv. `descriptor` is a
// field descriptor.
using GfUnit = void (*)(unsigned op, uint64_t descriptor, const uint32_t* a, const uint32_t* b,
                        uint32_t* hi, uint32_t* lo, size_t count);

}  // namespace evariste::rtl
