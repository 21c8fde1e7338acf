// SPDX-License-Identifier: Apache-2.0
// The machine coreva as sim/core sees it, and the door of its shared library.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "core/syntax.hpp"
#include "coreva/core.hpp"
#include "semihosting/semihosting.hpp"

namespace evariste::coreva {

namespace {

constexpr sim::Region kMemories[] = {{"code", kCodeBase, kCodeSize}, {"RAM", kRamBase, kRamSize}};
constexpr sim::RegisterFile kFiles[] = {{"r", 0, kGeneral}, {"c", kC0, 2}, {"dq", kDq0, 2}};
constexpr const char* kClasses[] = {"alu",   "fused",    "compare", "load",
                                    "store", "multiply", "branch",  "other"};
// Operation and parameter of a call are in r10 and r11. The stack is below the data.
constexpr semihosting::Convention kConvention{10, 11, kRamBase, kRamBase + kRamSize, kRamBase};

const std::array<sim::Register, kRows>& table() {
  static std::array<sim::Register, kRows> rows{};
  if (rows[0].name != nullptr) return rows;
  for (unsigned i = 0; i < kGeneral; ++i) {
    const char* feature = i == 0 ? "org.evariste.coreva" : nullptr;
    rows[i] = {kRNames[i], 32, static_cast<int>(i), i == kStack ? "data_ptr" : "uint32", feature};
  }
  rows[kPc] = {"pc", 32, 32, "code_ptr", nullptr};
  rows[kC0] = {"c0", 32, 33, "uint32", nullptr};
  rows[kC1] = {"c1", 32, 34, "uint32", nullptr};
  rows[kDq0] = {"dq0", 32, 35, "uint32", nullptr};
  rows[kDq1] = {"dq1", 32, 36, "uint32", nullptr};
  rows[kDelay] = {"delay", 32, -1, "uint32", nullptr};
  rows[kTarget] = {"target", 32, -1, "code_ptr", nullptr};
  return rows;
}

std::string hex(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}

class CorevaInstructions final : public sim::Instructions {
 public:
  std::string disassemble(uint32_t word, uint32_t address) const override {
    const Insn insn = decode(word & ~kStop);
    if (insn == Insn::illegal) return ".word " + hex(word);
    const Operands o = operands(insn, word & ~kStop);
    return sim::fill_in(info_of(insn).syntax, [&](std::string_view name) -> std::string {
      if (name == "when") {
        return o.guard == 0 ? "" : std::string("[") + kGuardNames[o.guard] + "] ";
      }
      if (name == "rd") return kRNames[o.rd];
      if (name == "rs1") return kRNames[o.rs1];
      if (name == "rs2") return kRNames[o.rs2];
      if (name == "value") return kRNames[o.value];
      if (name == "flag") return kPNames[o.flag];
      if (name == "pair") return kHNames[o.pair];
      if (name == "file") return kFileNames[o.file];
      if (name == "target") return hex(address + static_cast<uint32_t>(o.offset));
      return std::to_string(name == "amount" ? o.amount : name == "bit" ? o.bit : o.imm);
    });
  }
  unsigned bytes(uint32_t) const override { return 4; }
  unsigned fetch(const sim::Machine& machine, uint32_t address,
                 std::span<uint32_t, sim::kSlots> words) const override {
    unsigned count = 0;
    do {
      uint8_t b[4] = {};
      machine.read_memory(address + 4 * count, b);
      words[count] = b[0] | uint32_t{b[1]} << 8 | uint32_t{b[2]} << 16 | uint32_t{b[3]} << 24;
    } while (!(words[count++] & kStop) && count < sim::kSlots);
    return count;
  }
  // That of the memory operation, whether its guard is on or not.
  std::optional<sim::Access> access(std::span<const uint32_t> words, uint32_t,
                                    std::span<const uint32_t> general) const override {
    for (const uint32_t word : words) {
      const Insn insn = decode(word & ~kStop);
      if (info_of(insn).unit != Unit::memory) continue;
      const Operands o = operands(insn, word & ~kStop);
      return sim::Access{general[o.rs1] + static_cast<uint32_t>(o.imm), bytes_of(insn),
                         info_of(insn).klass == Klass::store};
    }
    return std::nullopt;
  }
  // A load whose guard is on writes its register.
  bool loaded(const sim::Retirement& event) const override {
    for (const uint32_t word : event.words) {
      const Insn insn = decode(word & ~kStop);
      if (info_of(insn).klass != Klass::load) continue;
      const Operands o = operands(insn, word & ~kStop);
      return o.guard == 0 || o.rd == 0 || std::ranges::any_of(event.writes, [&](const auto& write) {
               return write.file == kFileR && write.number == o.rd;
             });
    }
    return true;
  }
  bool transfers(const sim::Retirement& event) const override { return event.flags & kFlagsMoved; }
};

class CorevaAbi final : public sim::Abi {
 public:
  std::optional<uint32_t> call(const sim::Retirement& event) const override {
    if (!(event.flags & kFlagsCall)) return std::nullopt;
    return event.general[kLink];
  }
  unsigned handling(uint32_t) const override { return 0; }
  unsigned handling(const sim::Machine&) const override { return 0; }
  void call_host(sim::Machine& machine, sim::Host& host) const override {
    semihosting::call_host(machine, host, kConvention);
  }
};

const CorevaInstructions instructions;
const CorevaAbi abi;

struct Coreva : sim::MachineInfo {
  Extensions extensions;
};

std::unique_ptr<sim::Machine> interpreter(const sim::MachineInfo& info) {
  return std::make_unique<Core>(static_cast<const Coreva&>(info).extensions);
}

const char* text_of_cause(uint8_t cause) { return cause_text(static_cast<Cause>(cause)); }

bool cause_has_address(uint8_t cause) {
  const auto c = static_cast<Cause>(cause);
  return c == Cause::misaligned || c == Cause::data_bus_error;
}

void describe(Coreva& info) {
  info.name = "coreva";
  info.elf_machine = kElfMachine;
  info.elf_name = "coreva";
  info.memories = kMemories;
  info.boot_name = "program at the reset address";
  info.boot = kCodeBase;
  info.clock_hz = semihosting::kClockHz;
  info.registers = table();
  info.files = kFiles;
  info.pc = kPc;
  info.stack = kStack;
  info.link = kLink;
  info.classes = kClasses;
  info.architecture = "riscv:rv32";
  info.cause_text = text_of_cause;
  info.cause_has_address = cause_has_address;
  info.host_breakpoint = kHostBreakpoint;
  info.instructions = &instructions;
  info.abi = &abi;
  info.interpreter = interpreter;
}

}  // namespace

}  // namespace evariste::coreva

extern "C" [[gnu::visibility("default")]] const evariste::sim::MachineInfo* evariste_machine(
    std::span<const evariste::sim::Parameter> parameters) {
  using evariste::coreva::Coreva;
  static std::map<std::string, Coreva> all;  // kept for good, each made once
  evariste::coreva::Extensions extensions;
  std::string name;
  for (const auto& [parameter, value] : parameters) {
    const std::string_view known(parameter);
    const std::string one = std::string(parameter) + " = " + std::to_string(value);
    name += one + ";";
    if (known == "D" && value >= 1 && value <= evariste::coreva::Field::kDegree) {
      extensions.field.digit = static_cast<unsigned>(value);
      continue;
    }
    bool* const switched = known == "ISE"       ? &extensions.ise
                           : known == "CLMUL"   ? &extensions.clmul
                           : known == "LSLADD"  ? &extensions.lsladd
                           : known == "FORWARD" ? &extensions.forward
                           : known == "MUL233"  ? &extensions.field.mul
                           : known == "SQU233"  ? &extensions.field.squ
                           : known == "X233"    ? &extensions.field.x
                                                : nullptr;
    if (switched == nullptr || (value != 0 && value != 1)) throw std::invalid_argument(one);
    *switched = value != 0;
  }
  const auto [place, fresh] = all.try_emplace(name);
  if (fresh) {
    place->second.extensions = extensions;
    evariste::coreva::describe(place->second);
  }
  return &place->second;
}
