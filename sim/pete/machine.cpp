// SPDX-License-Identifier: Apache-2.0
// The machine pete as sim/core sees it, and the door of its shared library.
#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/syntax.hpp"
#include "mips/core.hpp"
#include "mips/mips.hpp"
#include "mips/taint.hpp"
#include "pete/accumulator.hpp"
#include "pete_isa.hpp"

namespace evariste::pete {

namespace {

class PeteInstructions final : public mips::MipsInstructions {
 public:
  std::string disassemble(uint32_t word, uint32_t address) const override {
    const Insn insn = decode(word);
    if (insn == Insn::illegal) return MipsInstructions::disassemble(word, address);
    const Operands o = operands(insn, word);
    return sim::fill_in(info_of(insn).syntax, [&](std::string_view name) -> std::string {
      return mips::kRNames[name == "rd" ? o.rd : name == "rs" ? o.rs : o.rt];
    });
  }
};

// A configuration. Its tables are in it.
struct Pete : sim::MachineInfo {
  bool ise = false, gf2 = false;
  unsigned passes = mips::kMulCycles, interrupts = 0;
  mips::CacheGeometry cache;
  std::vector<sim::Register> rows;
  std::vector<sim::RegisterFile> register_files;

  // False for a parameter, or a value, that it cannot have.
  bool set(std::string_view name, int64_t value) {
    if (name == "ISE" && (value == 0 || value == 1)) {
      ise = value != 0;
    } else if (name == "GF2" && (value == 0 || value == 1)) {
      gf2 = value != 0;
    } else if (name == "MUL_PASSES" && (value == 1 || value == 2 || value == 4)) {
      passes = static_cast<unsigned>(value);
    } else if (name == "ICACHE_BYTES" &&
               (value == 0 || (value >= 1024 && value <= 8192 && (value & (value - 1)) == 0))) {
      cache.bytes = static_cast<unsigned>(value);
    } else if (name == "ICACHE_WAYS" && (value == 1 || value == 2)) {
      cache.ways = static_cast<unsigned>(value);
    } else if (name == "INTERRUPTS" && value >= 0 && value <= mips::kMostLines) {
      interrupts = static_cast<unsigned>(value);
    } else {
      return false;
    }
    return true;
  }
};

mips::AccumulatorUnit accumulator(const Pete& pete) {
  if (!pete.ise) return {};
  return {pete.gf2 ? of_both : of_integers, kAccumulatorUseStall};
}

std::unique_ptr<sim::Machine> interpreter(const sim::MachineInfo& info) {
  const auto& pete = static_cast<const Pete&>(info);
  return std::make_unique<mips::Core>(nullptr, pete.interrupts, pete.passes, accumulator(pete),
                                      pete.cache);
}

std::unique_ptr<sim::Propagation> propagation(const sim::MachineInfo& info) {
  return mips::make_propagation(accumulator(static_cast<const Pete&>(info)));
}

void describe(Pete& info) {
  static const PeteInstructions decoder;
  mips::describe(info);
  info.name = "pete";
  info.interpreter = interpreter;
  info.propagation = propagation;
  info.lines = info.interrupts;
  info.instructions = &decoder;
  if (info.ise) {
    info.rows.assign(info.registers.begin(), info.registers.end());
    int number = 0;
    for (const sim::Register& row : info.rows) number = std::max(number, row.debugger + 1);
    info.rows.push_back({"u", 32, number, "uint32", "org.evariste.pete"});
    info.registers = info.rows;
    info.register_files.assign(info.files.begin(), info.files.end());
    info.register_files.push_back({"accumulator", mips::kUpper, 1});
    info.files = info.register_files;
  }
}

}  // namespace

}  // namespace evariste::pete

extern "C" [[gnu::visibility("default")]] const evariste::sim::MachineInfo* evariste_machine(
    std::span<const evariste::sim::Parameter> parameters) {
  using evariste::pete::Pete;
  // Kept for good, each made once.
  static std::map<std::string, Pete> all;
  std::string name;
  Pete wanted;
  for (const auto& parameter : parameters) {
    const std::string one = std::string(parameter.name) + " = " + std::to_string(parameter.value);
    if (!wanted.set(parameter.name, parameter.value)) throw std::invalid_argument(one);
    name += one + ";";
  }
  if (wanted.gf2 && !wanted.ise) throw std::invalid_argument("GF2 = 1 without ISE = 1");
  const auto [place, fresh] = all.try_emplace(name);
  if (fresh) {
    Pete& made = place->second;
    made.ise = wanted.ise;
    made.gf2 = wanted.gf2;
    made.passes = wanted.passes;
    made.interrupts = wanted.interrupts;
    made.cache = wanted.cache;
    evariste::pete::describe(made);
  }
  return &place->second;
}
