// SPDX-License-Identifier: Apache-2.0
// Finds and opens the shared objects with Verilated RTL, which stand beside the Python module.
#pragma once

#include <memory>
#include <string>

#include "rtl/plugin.hpp"

namespace evariste::rtl {

// The machine gfp, with or without its Galois-field unit and interrupts. Throws std::runtime_error
// when its object is not built.
std::unique_ptr<sim::Machine> make_engine(bool gf, bool interrupts, const EngineOptions& options);

GfUnit gf_unit();

}  // namespace evariste::rtl
