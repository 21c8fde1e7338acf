// SPDX-License-Identifier: Apache-2.0
// Opens the shared objects with Verilated RTL.
#pragma once

#include <memory>
#include <string>

#include "core/plugin.hpp"

namespace evariste::rtl {

// The machine gfp, with or without its Galois-field unit and interrupts. Throws std::runtime_error
// when nobody said where its object is.
std::unique_ptr<sim::Machine> make_engine(const std::string& form, const EngineOptions& options);

GfUnit gf_unit();

// Where an object is from now on.
void set_path(const std::string& object, const std::string& path);

}  // namespace evariste::rtl
