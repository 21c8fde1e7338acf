// SPDX-License-Identifier: Apache-2.0
// The machine billie as sim/core sees it, and the door of its shared library.
#include "mips/accelerated/machine.hpp"

#include <string>

#include "billie/unit.hpp"
#include "billie/words.hpp"
#include "core/syntax.hpp"

namespace evariste::billie {

namespace {

class BillieInstructions final : public mips::MipsInstructions {
 public:
  std::string disassemble(uint32_t word, uint32_t address) const override {
    const Insn insn = decode(word);
    if (insn == Insn::illegal) return MipsInstructions::disassemble(word, address);
    const Operands o = operands(insn, word);
    return sim::fill_in(info_of(insn).syntax, [&](std::string_view name) -> std::string {
      if (name == "rt") return mips::kRNames[o.rt];
      if (name == "control") return kC2Names[o.control];
      if (name == "dest") return kGNames[o.dest];
      if (name == "first") return kGNames[o.first];
      if (name == "other") return kGNames[o.other];
      return std::to_string(name == "times" ? o.times : o.slot);
    });
  }
};

struct Model {
  static constexpr const char* kName = Words::kName;
  using Parameters = billie::Parameters;
  using Instructions = BillieInstructions;
  using Coprocessor = mips::Accelerator<Unit, Parameters, Words>;
};

}  // namespace

}  // namespace evariste::billie

extern "C" [[gnu::visibility("default")]] const evariste::sim::MachineInfo* evariste_machine(
    std::span<const evariste::sim::Parameter> parameters) {
  return evariste::mips::accelerated<evariste::billie::Model>(parameters);
}
