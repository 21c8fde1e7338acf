// SPDX-License-Identifier: Apache-2.0
// The machine vword as sim/core sees it, and the door of its shared library.
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/syntax.hpp"
#include "mips/core.hpp"
#include "mips/mips.hpp"
#include "vword/accelerator.hpp"

namespace evariste::vword {

namespace {

class VwordInstructions final : public mips::MipsInstructions {
 public:
  explicit VwordInstructions(unsigned row_bytes, unsigned parts) : row_(row_bytes), parts_(parts) {}

  std::string disassemble(uint32_t word, uint32_t address) const override {
    const Insn insn = decode(word);
    if (insn == Insn::illegal) return MipsInstructions::disassemble(word, address);
    const Operands o = operands(insn, word);
    return sim::fill_in(info_of(insn).syntax, [&](std::string_view name) -> std::string {
      if (name == "rs") return mips::kRNames[o.rs];
      if (name == "rt") return mips::kRNames[o.rt];
      if (name == "vd") return kVNames[o.vd];
      if (name == "vs") return kVNames[o.vs];
      if (name == "vt") return kVNames[o.vt];
      if (name == "control") return kC2Names[o.control];
      if (name == "amount") return std::to_string(o.amount);
      if (name == "part") return std::to_string(o.part);
      return std::to_string(o.imm);
    });
  }
  std::optional<sim::Access> access(std::span<const uint32_t> words, uint32_t address,
                                    std::span<const uint32_t> general) const override {
    const Insn insn = decode(words[0]);
    if (insn != Insn::vl && insn != Insn::vs)
      return MipsInstructions::access(words, address, general);
    const Operands o = operands(insn, words[0]);
    const uint32_t at = general[o.rs] + static_cast<uint32_t>(o.imm);
    return sim::Access{at, insn == Insn::vl ? row_ : 4 * parts_, insn == Insn::vs};
  }

 private:
  const unsigned row_, parts_;
};

// A configuration: the core alone, or with an instance of the accelerator. Its tables are in it.
struct Vword : sim::MachineInfo {
  Instance instance;
  unsigned interrupts = 0;
  std::vector<sim::Register> rows;
  std::vector<sim::RegisterFile> register_files;
  std::vector<std::string> names;  // of v0 and so on, for GDB
  std::string vector_type, type_list;
  std::unique_ptr<VwordInstructions> decoder;
};

std::unique_ptr<sim::Machine> interpreter(const sim::MachineInfo& info) {
  const auto& vword = static_cast<const Vword&>(info);
  std::unique_ptr<mips::Coprocessor> accelerator;
  if (vword.instance.level != kNone) accelerator = std::make_unique<Accelerator>(vword.instance);
  return std::make_unique<mips::Core>(std::move(accelerator), vword.interrupts);
}

// The registers of the accelerator, for the debugger vectors of 32-bit words.
void add_registers(Vword& info) {
  const unsigned words = info.instance.parts();
  info.vector_type = "words" + std::to_string(words);
  info.type_list = "<vector id=\"" + info.vector_type + "\" type=\"uint32\" count=\"" +
                   std::to_string(words) + "\"/>\n";
  info.types = info.type_list.c_str();
  info.rows.assign(info.registers.begin(), info.registers.end());
  // For GDB v0 and v1 are registers 2 and 3 of the core.
  for (unsigned i = 0; i < kRegisters; ++i) info.names.push_back("vw" + std::to_string(i));
  int number = 0;
  for (const sim::Register& row : info.rows) number = std::max(number, row.debugger + 1);
  for (unsigned i = 0; i < kRegisters; ++i) {
    const char* feature = i == 0 ? "org.evariste.vword" : nullptr;
    info.rows.push_back({kVNames[i], 32 * words, number + static_cast<int>(i),
                         info.vector_type.c_str(), feature, false, info.names[i].c_str()});
  }
  // The circuit computes VP over many cycles. It is compared when it leaves.
  const bool view = true;
  info.rows.push_back({"vp", 32 * words, number + 32, info.vector_type.c_str(), nullptr, view});
  info.rows.push_back({"cond", 32, number + 33, "uint32", nullptr});
  info.registers = info.rows;
  info.register_files.assign(info.files.begin(), info.files.end());
  info.register_files.push_back({"accelerator", mips::kRows, kRegisters});
  info.register_files.push_back({"product", mips::kRows + kRowProduct, 2});
  info.files = info.register_files;
}

void describe(Vword& info) {
  mips::describe(info);
  info.name = "vword";
  info.interpreter = interpreter;
  info.lines = info.interrupts;
  const unsigned row = info.instance.level == kNone ? 4 : info.instance.row_bits() / 8;
  info.decoder = std::make_unique<VwordInstructions>(row, info.instance.parts());
  info.instructions = info.decoder.get();
  if (info.instance.level != kNone) add_registers(info);
}

}  // namespace

}  // namespace evariste::vword

extern "C" [[gnu::visibility("default")]] const evariste::sim::MachineInfo* evariste_machine(
    std::span<const evariste::sim::Parameter> parameters) {
  using evariste::vword::Vword;
  // Kept for good, each made once.
  static std::map<std::string, Vword> all;
  std::string name;
  evariste::vword::Instance instance;
  unsigned interrupts = 0;
  for (const auto& parameter : parameters) {
    const std::string one = std::string(parameter.name) + " = " + std::to_string(parameter.value);
    if (parameter.name == std::string_view("INTERRUPTS") && parameter.value >= 0 &&
        parameter.value <= evariste::mips::kMostLines) {
      interrupts = static_cast<unsigned>(parameter.value);
    } else if (!instance.set(parameter.name, parameter.value)) {
      throw std::invalid_argument(one);
    }
    name += one + ";";
  }
  const auto [place, fresh] = all.try_emplace(name);
  if (fresh) {
    place->second.instance = instance;
    place->second.interrupts = interrupts;
    evariste::vword::describe(place->second);
  }
  return &place->second;
}
