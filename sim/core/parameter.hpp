// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace evariste::sim {

// The value of one of a machine's parameters, as isa/<machine>/configurations has it.
struct Parameter {
  const char* name;
  int64_t value;
};

}  // namespace evariste::sim
