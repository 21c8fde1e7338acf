// SPDX-License-Identifier: Apache-2.0
// The function that split/gf_unit.sv calls: rtl/gf/gf_unit.sv, Verilated by itself. The unit has no
// state, so one instance per thread serves all cores of the thread.
#include "Vgf_unit.h"
#include "verilated.h"

extern "C" unsigned long long evariste_gf_unit_eval(unsigned char op, unsigned a, unsigned b,
                                                    unsigned long long cols, unsigned char m) {
  // Never destroyed: at the end of a thread or of the process, nothing may rely on the order of
  // destructors.
  thread_local Vgf_unit& unit = *new Vgf_unit(new VerilatedContext);
  unit.op_i = op;
  unit.a_i = a;
  unit.b_i = b;
  unit.cols_i = cols;
  unit.m_i = m;
  unit.eval();
  return static_cast<unsigned long long>(unit.hi_o) << 32 | unit.lo_o;
}
