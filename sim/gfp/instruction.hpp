// SPDX-License-Identifier: Apache-2.0
// An instruction word as retirements report it, decoded.
#pragma once

#include <cstdint>

#include "core/machine.hpp"
#include "gfp_isa.hpp"

namespace evariste::host {

// `word`: first halfword << 16 | second, or the halfword alone.
inline bool is_wide(uint32_t word) { return word >> 16 != 0; }

inline gfp::Insn decode(uint32_t word) {
  return is_wide(word)
             ? gfp::decode32(static_cast<uint16_t>(word >> 16), static_cast<uint16_t>(word))
             : gfp::decode16(static_cast<uint16_t>(word));
}

// The condition of b{cond}, by the flags of an xPSR.
constexpr bool condition_holds(unsigned condition, uint32_t xpsr) {
  const bool n = xpsr >> 31, z = xpsr >> 30 & 1, c = xpsr >> 29 & 1, v = xpsr >> 28 & 1;
  const bool of[8] = {z, c, n, v, c && !z, n == v, n == v && !z, true};
  return of[condition >> 1 & 7] != (condition & 1);
}

// The instruction transferred control, be it to the one that follows it in memory.
inline bool transfers(const sim::Retirement& event) {
  if (event.trap || event.next_pc != event.pc + (is_wide(event.insn) ? 4 : 2)) return true;
  const gfp::Insn insn = decode(event.insn);
  const gfp::Operands o = gfp::operands(insn, event.insn);
  switch (insn) {
    case gfp::Insn::b:
    case gfp::Insn::bl:
    case gfp::Insn::bx:
    case gfp::Insn::blx:
    case gfp::Insn::isb:
      return true;
    case gfp::Insn::b_cond:  // to the next instruction: taken or not, it leads there
      return o.imm == -2 && condition_holds(o.cond, event.xpsr);
    case gfp::Insn::pop:
      return o.list >> 15 & 1;
    case gfp::Insn::mov_hi:
    case gfp::Insn::add_hi:
      return o.rd == 15;
    default:
      return false;
  }
}

}  // namespace evariste::host
