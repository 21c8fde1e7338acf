// SPDX-License-Identifier: Apache-2.0
// How secrets move through the registers of the core mips, and through an accumulator.
#pragma once

#include <memory>

#include "core/taint.hpp"
#include "mips/accumulator.hpp"

namespace evariste::mips {

// For a core without a coprocessor of its own.
std::unique_ptr<sim::Propagation> make_propagation(AccumulatorUnit accumulator);

}  // namespace evariste::mips
