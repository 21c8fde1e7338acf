// SPDX-License-Identifier: Apache-2.0
// The clock of rtl/gf/gf_unit.sv, Verilated by itself.
#pragma once

#include <cstdint>

namespace evariste::rtl {

// Goes through the steps of an operation up to `last`, in which the results are complete. The
// operands are at the ports.
template <typename Unit>
void take_steps(Unit& unit, unsigned last) {
  for (unsigned step = 0; step < last; ++step) {
    unit.step_i = static_cast<uint8_t>(step);
    unit.eval();
    unit.clk_i = 1;
    unit.eval();
    unit.clk_i = 0;
  }
  unit.step_i = static_cast<uint8_t>(last);
  unit.eval();
}

}  // namespace evariste::rtl
