// SPDX-License-Identifier: Apache-2.0
// The machine monte as sim/core sees it, and the door of its shared library.
#include "mips/accelerated/machine.hpp"

#include <string>

#include "core/syntax.hpp"
#include "monte/unit.hpp"
#include "monte/words.hpp"

namespace evariste::monte {

namespace {

class MonteInstructions final : public mips::MipsInstructions {
 public:
  std::string disassemble(uint32_t word, uint32_t address) const override {
    const Insn insn = decode(word);
    if (insn == Insn::illegal) return MipsInstructions::disassemble(word, address);
    const Operands o = operands(insn, word);
    return sim::fill_in(info_of(insn).syntax, [&](std::string_view name) -> std::string {
      if (name == "rt") return mips::kRNames[o.rt];
      if (name == "control") return kC2Names[o.control];
      const int32_t number = name == "dest"    ? o.dest
                             : name == "first" ? o.first
                             : name == "other" ? o.other
                                               : o.fetch;
      return std::to_string(number);
    });
  }
};

struct Model {
  static constexpr const char* kName = Words::kName;
  using Parameters = monte::Parameters;
  using Instructions = MonteInstructions;
  using Coprocessor = mips::Accelerator<Unit, Parameters, Words>;
};

}  // namespace

bool Parameters::set(std::string_view name, int64_t value) {
  const bool bit = value == 0 || value == 1;
  if (name == "DEPTH") {
    depth = static_cast<unsigned>(value);
    return value >= 2 && value <= 31;
  }
  if (name == "DIGITS") digits = value != 0;
  if (name == "SQR") sqr = value != 0;
  if (name == "DUAL") dual = value != 0;
  return bit && (name == "DIGITS" || name == "SQR" || name == "DUAL");
}

}  // namespace evariste::monte

extern "C" [[gnu::visibility("default")]] const evariste::sim::MachineInfo* evariste_machine(
    std::span<const evariste::sim::Parameter> parameters) {
  return evariste::mips::accelerated<evariste::monte::Model>(parameters);
}
