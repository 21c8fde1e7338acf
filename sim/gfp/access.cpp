// SPDX-License-Identifier: Apache-2.0
#include "gfp/access.hpp"

#include <bit>

#include "gfp/instruction.hpp"
#include "gfp/machine.hpp"

namespace evariste::gfp {

using sim::Access;

std::optional<Access> access_of(uint32_t word, uint32_t pc, std::span<const uint32_t> r) {
  const Insn insn = decode(word);
  const Operands o = operands(insn, word);
  const uint32_t imm = static_cast<uint32_t>(o.imm);
  const uint32_t burst = 4 * static_cast<uint32_t>(std::popcount(unsigned{o.list}));
  switch (insn) {
    case Insn::ldr_reg:
      return Access{r[o.rn] + r[o.rm], 4, false};
    case Insn::ldrh_reg:
    case Insn::ldrsh_reg:
      return Access{r[o.rn] + r[o.rm], 2, false};
    case Insn::ldrb_reg:
    case Insn::ldrsb_reg:
      return Access{r[o.rn] + r[o.rm], 1, false};
    case Insn::ldr_imm:
      return Access{r[o.rn] + imm, 4, false};
    case Insn::ldrh_imm:
      return Access{r[o.rn] + imm, 2, false};
    case Insn::ldrb_imm:
      return Access{r[o.rn] + imm, 1, false};
    case Insn::gfldr:
      return Access{r[o.rn] + imm, 4, false};
    case Insn::ldr_sp:
      return Access{r[kSp] + imm, 4, false};
    case Insn::ldr_lit:
      return Access{(pc & ~3u) + 4 + imm, 4, false};
    case Insn::ldm:
      return Access{r[o.rn], burst, false};
    case Insn::pop:
      return Access{r[kSp], burst, false};
    case Insn::gfcfg:
    case Insn::gfcfgb:
      return Access{r[o.rn], 8, false};
    case Insn::str_reg:
      return Access{r[o.rn] + r[o.rm], 4, true};
    case Insn::strh_reg:
      return Access{r[o.rn] + r[o.rm], 2, true};
    case Insn::strb_reg:
      return Access{r[o.rn] + r[o.rm], 1, true};
    case Insn::str_imm:
      return Access{r[o.rn] + imm, 4, true};
    case Insn::strh_imm:
      return Access{r[o.rn] + imm, 2, true};
    case Insn::strb_imm:
      return Access{r[o.rn] + imm, 1, true};
    case Insn::gfstr:
      return Access{r[o.rn] + imm, 4, true};
    case Insn::str_sp:
      return Access{r[kSp] + imm, 4, true};
    case Insn::stm:
      return Access{r[o.rn], burst, true};
    case Insn::gfst:
    case Insn::gfstb:
      return Access{r[o.rn], 8, true};
    case Insn::push:
      return Access{r[kSp] - burst, burst, true};
    default:
      return std::nullopt;
  }
}

}  // namespace evariste::gfp
