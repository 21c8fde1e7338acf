// SPDX-License-Identifier: Apache-2.0
// How secrets move through the machine gfp's registers, flags, field descriptor and unit.
#pragma once

#include <memory>

#include "core/taint.hpp"

namespace evariste::gfp {

std::unique_ptr<sim::Propagation> make_propagation();

}  // namespace evariste::gfp
