// SPDX-License-Identifier: Apache-2.0
#include "host/path.hpp"

#include <algorithm>

#include "host/instruction.hpp"

namespace evariste::host {

using gfp::Insn;

bool PathRecorder::retired(const sim::Retirement& event) {
  if (event.pc == begin_) {
    inside_ = true;
    start_ = event.cycle;
  } else if (event.pc == end_) {
    inside_ = false;
  } else if (inside_) {
    steps_.push_back({event.pc, address(event), static_cast<uint32_t>(event.cycle - start_)});
  }
  std::copy(event.regs.begin(), event.regs.end(), before_.begin());
  return true;
}

// Stores are told; a load's address follows from the registers as they were before it.
uint32_t PathRecorder::address(const sim::Retirement& event) const {
  if (event.trap) return event.address;
  if (!event.stores.empty()) return event.stores.front().address;
  const Insn insn = decode(event.insn);
  const gfp::Operands o = gfp::operands(insn, event.insn);
  switch (insn) {
    case Insn::ldr_reg:
    case Insn::ldrh_reg:
    case Insn::ldrb_reg:
    case Insn::ldrsh_reg:
    case Insn::ldrsb_reg:
      return before_[o.rn] + before_[o.rm];
    case Insn::ldr_imm:
    case Insn::ldrh_imm:
    case Insn::ldrb_imm:
      return before_[o.rn] + static_cast<uint32_t>(o.imm);
    case Insn::ldr_sp:
      return before_[sim::kSp] + static_cast<uint32_t>(o.imm);
    case Insn::ldr_lit:
      return (event.pc & ~3u) + 4 + static_cast<uint32_t>(o.imm);
    case Insn::ldm:
    case Insn::gfcfg:
      return before_[o.rn];
    case Insn::pop:
      return before_[sim::kSp];
    default:
      return 0;
  }
}

}  // namespace evariste::host
