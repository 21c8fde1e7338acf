// SPDX-License-Identifier: Apache-2.0
// The function that split/gf_unit.sv calls: rtl/gf/gf_unit.sv, Verilated by itself. No result
// depends on what an earlier call left in the unit's registers, so one instance per thread serves
// all cores of the thread.
#include "Vgf_unit.h"
#include "gfp/rtl/gf_unit_steps.hpp"
#include "verilated.h"

extern "C" unsigned long long evariste_gf_unit_eval(unsigned char op, unsigned a, unsigned b,
                                                    unsigned long long cols, unsigned char m,
                                                    unsigned char steps) {
  // Never destroyed: at the end of a thread or of the process, nothing may rely on the order of
  // destructors.
  thread_local Vgf_unit& unit = *new Vgf_unit(new VerilatedContext);
  unit.op_i = op;
  unit.a_i = a;
  unit.b_i = b;
  unit.cols_i = cols;
  unit.m_i = m;
  evariste::rtl::take_steps(unit, steps);
  return static_cast<unsigned long long>(unit.hi_o) << 32 | unit.lo_o;
}
