// SPDX-License-Identifier: Apache-2.0
#include "gfp/disassemble.hpp"

#include <cstdio>
#include <string_view>

#include "core/syntax.hpp"
#include "gfp_isa.hpp"

namespace evariste::gfp {

namespace {

constexpr const char* kRegisters[16] = {"r0", "r1", "r2",  "r3",  "r4",  "r5", "r6", "r7",
                                        "r8", "r9", "r10", "r11", "r12", "sp", "lr", "pc"};
constexpr const char* kConditions[16] = {"eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc",
                                         "hi", "ls", "ge", "lt", "gt", "le", "",   ""};

const char* special_name(int32_t number) {
  switch (number) {
    case kSysApsr:
      return "apsr";
    case kSysIapsr:
      return "iapsr";
    case kSysEapsr:
      return "eapsr";
    case kSysXpsr:
      return "xpsr";
    case kSysIpsr:
      return "ipsr";
    case kSysEpsr:
      return "epsr";
    case kSysIepsr:
      return "iepsr";
    case kSysMsp:
      return "msp";
    case kSysPsp:
      return "psp";
    case kSysPrimask:
      return "primask";
    case kSysControl:
      return "control";
    default:
      return "?";
  }
}

std::string hex(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}

std::string register_list(uint16_t mask) {
  std::string text = "{";
  for (unsigned i = 0; i < 16; ++i) {
    if (mask >> i & 1) text += (text.size() > 1 ? ", " : "") + std::string(kRegisters[i]);
  }
  return text + "}";
}

std::string value_of(std::string_view name, Insn insn, const Operands& o, uint32_t address) {
  const uint32_t pc = address + 4;
  const uint32_t imm = static_cast<uint32_t>(o.imm);
  if (name == "rd") return kRegisters[o.rd];
  if (name == "rn") return kRegisters[o.rn];
  if (name == "rm") return kRegisters[o.rm];
  if (name == "rh") return kRegisters[o.rh];
  if (name == "imm") return std::to_string(o.imm);
  if (name == "target") {
    const bool aligned = insn == Insn::adr || insn == Insn::ldr_lit;
    return hex((aligned ? pc & ~3u : pc) + imm);
  }
  if (name == "literal") return hex((pc & ~3u) + imm);
  if (name == "cond") return kConditions[o.cond & 15];
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
