// SPDX-License-Identifier: Apache-2.0
// rtl/gf/gf_unit.sv, Verilated, one operation after another: for exhaustive tests of the unit by
// itself.
#include <cstddef>
#include <cstdint>

#include "Vgf_unit.h"
#include "verilated.h"

extern "C" [[gnu::visibility("default")]] void evariste_gf_unit(unsigned op, uint64_t descriptor,
                                                                const uint32_t* a,
                                                                const uint32_t* b, uint32_t* hi,
                                                                uint32_t* lo, size_t count) {
  VerilatedContext context;
  Vgf_unit unit(&context);
  unit.op_i = static_cast<uint8_t>(op);
  unit.cols_i = descriptor & 0xFFFFFFFFFFFFFF;
  unit.m_i = static_cast<uint8_t>(descriptor >> 56 & 0xF);
  for (size_t i = 0; i < count; ++i) {
    unit.a_i = a[i];
    unit.b_i = b[i];
    unit.eval();
    hi[i] = unit.hi_o;
    lo[i] = unit.lo_o;
  }
  unit.final();
}
