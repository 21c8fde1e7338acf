// SPDX-License-Identifier: Apache-2.0
// The machine monte as sim/core sees it, and the door of its shared library.
#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/syntax.hpp"
#include "mips/core.hpp"
#include "mips/mips.hpp"
#include "monte/accelerator.hpp"

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

// A configuration. Its tables are in it.
struct Monte : sim::MachineInfo {
  Parameters parameters;
  std::vector<sim::Register> rows;
  std::vector<sim::RegisterFile> register_files;

  // False for a parameter, or a value, that it cannot have.
  bool set(std::string_view name, int64_t value) {
    const bool bit = value == 0 || value == 1;
    if (name == "DEPTH") {
      parameters.depth = static_cast<unsigned>(value);
      return value >= 2 && value <= 31;
    }
    if (name == "DIGITS") parameters.digits = value != 0;
    if (name == "SQR") parameters.sqr = value != 0;
    if (name == "DUAL") parameters.dual = value != 0;
    return bit && (name == "DIGITS" || name == "SQR" || name == "DUAL");
  }
};

std::unique_ptr<sim::Machine> interpreter(const sim::MachineInfo& info) {
  const auto& monte = static_cast<const Monte&>(info);
  return std::make_unique<mips::Core>(std::make_unique<Accelerator>(monte.parameters));
}

void describe(Monte& info) {
  static const MonteInstructions decoder;
  mips::describe(info);
  info.name = "monte";
  info.interpreter = interpreter;
  info.instructions = &decoder;
  info.rows.assign(info.registers.begin(), info.registers.end());
  int number = 0;
  for (const sim::Register& row : info.rows) number = std::max(number, row.debugger + 1);
  // What the accelerator did at its memory port, and when.
  info.rows.push_back({"trace", 32, number, "uint32", "org.evariste.monte"});
  info.registers = info.rows;
  info.register_files.assign(info.files.begin(), info.files.end());
  info.register_files.push_back({"accelerator", mips::kRows + kRowTrace, kRowCount});
  info.files = info.register_files;
}

}  // namespace

}  // namespace evariste::monte

extern "C" [[gnu::visibility("default")]] const evariste::sim::MachineInfo* evariste_machine(
    std::span<const evariste::sim::Parameter> parameters) {
  using evariste::monte::Monte;
  // Kept for good, each made once.
  static std::map<std::string, Monte> all;
  std::string name;
  Monte wanted;
  for (const auto& parameter : parameters) {
    const std::string one = std::string(parameter.name) + " = " + std::to_string(parameter.value);
    if (!wanted.set(parameter.name, parameter.value)) throw std::invalid_argument(one);
    name += one + ";";
  }
  const auto [place, fresh] = all.try_emplace(name);
  if (fresh) {
    place->second.parameters = wanted.parameters;
    evariste::monte::describe(place->second);
  }
  return &place->second;
}
