// SPDX-License-Identifier: Apache-2.0
#include "gfp/disassemble.hpp"

#include <cstdio>
#include <iterator>
#include <string>
#include <string_view>

#include "core/syntax.hpp"
#include "gfp_isa.hpp"

namespace evariste::gfp {

namespace {

std::string special_name(int32_t number) {
  const auto at = static_cast<size_t>(number);
  return at < std::size(kSpecialNames) && kSpecialNames[at] != nullptr ? kSpecialNames[at] : "?";
}

std::string hex(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}

std::string register_list(uint16_t mask) {
  std::string text = "{";
  for (unsigned i = 0; i < 16; ++i) {
    if (mask >> i & 1) text += (text.size() > 1 ? ", " : "") + std::string(kRNames[i]);
  }
  return text + "}";
}

std::string value_of(std::string_view name, Insn insn, const Operands& o, uint32_t address) {
  const uint32_t pc = address + 4;
  const uint32_t imm = static_cast<uint32_t>(o.imm);
  if (name == "rd") return kRNames[o.rd];
  if (name == "rn") return kRNames[o.rn];
  if (name == "rm") return kRNames[o.rm];
  if (name == "rh") return kRNames[o.rh];
  if (name == "imm") return std::to_string(o.imm);
  if (name == "target") {
    const bool aligned = insn == Insn::adr || insn == Insn::ldr_lit;
    return hex((aligned ? pc & ~3u : pc) + imm);
  }
  if (name == "literal") return hex((pc & ~3u) + imm);
  if (name == "cond") return kCondNames[o.cond];
  if (name == "list") return register_list(o.list);
  if (name == "writeback") return o.list >> o.rn & 1 ? "" : "!";
  if (name == "effect") return o.imm != 0 ? "id" : "ie";
  if (name == "special") return special_name(o.imm);
  if (name == "barrier") return o.imm == 15 ? "sy" : "#" + std::to_string(o.imm);
  return "?";
}

}  // namespace

std::string disassemble(uint32_t word, uint32_t address) {
  const uint16_t hw0 = static_cast<uint16_t>(word >> 16), hw1 = static_cast<uint16_t>(word);
  const bool wide = hw0 != 0;
  const Insn insn = wide ? decode32(hw0, hw1) : decode16(hw1);
  if (insn == Insn::illegal) {
    char text[24];
    std::snprintf(text, sizeof text, wide ? ".inst.w 0x%08x" : ".inst.n 0x%04x", word);
    return text;
  }
  const Operands o = operands(insn, word);
  return sim::fill_in(info_of(insn).syntax,
                      [&](std::string_view name) { return value_of(name, insn, o, address); });
}

}  // namespace evariste::gfp
