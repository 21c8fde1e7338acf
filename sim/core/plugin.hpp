// SPDX-License-Identifier: Apache-2.0
// The interface of a shared object with Verilated RTL. Each Verilated top is an object of its own,
// loaded on request. So the interpreter needs none of them, and a change of the RTL rebuilds
// nothing else.
#pragma once

#include <cstdint>

#include "core/machine.hpp"

namespace evariste::sim {

struct EngineOptions {
  const char* wave = nullptr;  // FST file to write; only with an object built for it
  // Verilator's coverage data, written at the end; only with an object built for it
  const char* cover = nullptr;
  // Wait states: in each cycle the grant of the instruction (data) port is withheld with
  // probability n / 256.
  unsigned instr_wait = 0;
  unsigned data_wait = 0;
  uint64_t seed = 1;    // of these
  bool slower = false;  // some instructions take longer than the interpreter counts
  unsigned lines = 0;   // of interrupts
};

// `evariste_engine` of such an object.
using MakeEngine = Machine* (*)(const EngineOptions& options);

}  // namespace evariste::sim
