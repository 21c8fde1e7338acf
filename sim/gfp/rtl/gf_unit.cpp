// SPDX-License-Identifier: Apache-2.0
// rtl/gf/gf_unit.sv, Verilated, one operation after another: for exhaustive tests of the unit by
// itself. The results are those of the step `last`.
#include <cstddef>
#include <cstdint>

#include "Vgf_unit.h"
#include "gfp/rtl/gf_unit_steps.hpp"
#include "verilated.h"

extern "C" [[gnu::visibility("default")]] void evariste_gf_unit(
    const uint8_t* op, const uint8_t* last, uint64_t descriptor, const uint32_t* a,
    const uint32_t* b, uint32_t* hi, uint32_t* lo, size_t count) {
  VerilatedContext context;
  Vgf_unit unit(&context);
  unit.cols_i = descriptor & 0xFFFFFFFFFFFFFF;
  unit.m_i = static_cast<uint8_t>(descriptor >> 56 & 0xF);
  for (size_t i = 0; i < count; ++i) {
    unit.op_i = op[i];
    unit.a_i = a[i];
    unit.b_i = b[i];
    evariste::rtl::take_steps(unit, last[i]);
    hi[i] = unit.hi_o;
    lo[i] = unit.lo_o;
    // The edge after the last step: what it leaves in the registers must not matter.
    unit.clk_i = 1;
    unit.eval();
    unit.clk_i = 0;
  }
  unit.final();
}
