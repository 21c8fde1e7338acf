// SPDX-License-Identifier: Apache-2.0
// An instruction word as retirements report it, decoded.
#pragma once

#include <cstdint>

#include "core/machine.hpp"
#include "gfp_isa.hpp"

namespace evariste::gfp {

// `word`: first halfword << 16 | second, or the halfword alone.
inline bool is_long(uint32_t word) { return word >> 16 != 0; }

inline Insn decode(uint32_t word) {
  return is_long(word) ? decode32(static_cast<uint16_t>(word >> 16), static_cast<uint16_t>(word))
                       : decode16(static_cast<uint16_t>(word));
}

// The condition of b{cond}, by the flags of a retirement.
constexpr bool condition_holds(unsigned condition, uint32_t flags) {
  const bool n = flags >> 31, z = flags >> 30 & 1, c = flags >> 29 & 1, v = flags >> 28 & 1;
  const bool of[8] = {z, c, n, v, c && !z, n == v, n == v && !z, true};
  return of[condition >> 1 & 7] != (condition & 1);
}

// The instruction was a taken branch, even if its target is the next instruction in memory.
inline bool transfers(const sim::Retirement& event) {
  if (event.trap || event.next_pc != event.pc + (is_long(event.insn()) ? 4 : 2)) return true;
  const Insn insn = decode(event.insn());
  const Operands o = operands(insn, event.insn());
  switch (insn) {
    case Insn::b:
    case Insn::bl:
    case Insn::bx:
    case Insn::blx:
    case Insn::isb:
      return true;
    case Insn::b_cond:  // to the next instruction, whether taken or not
      return o.imm == -2 && condition_holds(o.cond, event.flags);
    case Insn::pop:
      return o.list >> 15 & 1;
    case Insn::mov_hi:
    case Insn::add_hi:
      return o.rd == 15;
    default:
      return false;
  }
}

}  // namespace evariste::gfp
