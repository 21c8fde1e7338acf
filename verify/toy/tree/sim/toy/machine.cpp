// SPDX-License-Identifier: Apache-2.0
// The toy as sim/core sees it: its interpreter, its description, and the door of its shared object.
#include <stdexcept>
#include <string>
#include <vector>

#include "core/machine_info.hpp"
#include "core/plugin.hpp"
#include "toy/toy.hpp"
#include "toy_isa.hpp"

namespace evariste::toy {

namespace {

class Interpreter final : public sim::Machine {
 public:
  void reset() override {
    pc_ = kRomBase;
    cycles_ = kResetCycles;
    instructions_ = 0;
    mix_ = {};
    fault_ = {};
  }
  void clear() override { memory_.assign(memory_.size(), 0); }

  sim::Pause run(const sim::Bounds& bounds) override {
    for (uint64_t slice = 0; slice < bounds.slice; ++slice) {
      if (fault_.cause != 0) return sim::Pause::kLockup;
      if (instructions_ >= bounds.instructions || cycles_ >= bounds.cycles) {
        return sim::Pause::kBound;
      }
      const uint32_t before = pc_;
      if (!step()) return fault_.cause != 0 ? sim::Pause::kLockup : sim::Pause::kObserver;
      if (pc_ == before) return sim::Pause::kLoop;
    }
    return sim::Pause::kSlice;
  }

  sim::Value read_register(unsigned row) const override { return row == kPc ? pc_ : regs_[row]; }
  bool write_register(unsigned row, const sim::Value& value) override {
    (row == kPc ? pc_ : regs_[row]) = value.low();
    return true;
  }
  bool read_memory(uint32_t address, std::span<uint8_t> out) const override {
    return copy_out(memory_, address, out);
  }
  bool write_memory(uint32_t address, std::span<const uint8_t> bytes) override {
    return copy_in(memory_, address, bytes);
  }
  uint64_t cycles() const override { return cycles_; }
  uint64_t instructions() const override { return instructions_; }
  sim::Mix mix() const override { return mix_; }
  sim::Faults faults() const override { return {fault_, {}}; }
  Breakpoint breakpoint() const override { return {}; }
  void observe(sim::Observer* observer) override { observer_ = observer; }

 private:
  // One instruction. False: a fault has stopped the core, or the observer wants to look.
  bool step() {
    if (pc_ >= kRomBase + kRomSize || pc_ % 4 != 0) return stop(Cause::fetch_bus_error, 0, 0);
    const uint32_t word = memory_[pc_ / 4];
    const Insn insn = decode(word);
    if (insn == Insn::illegal) return stop(Cause::illegal_instruction, word, 0);
    const Operands o = operands(insn, word);
    const uint32_t where = regs_[o.rn] + static_cast<uint32_t>(o.imm);
    const Info& info = info_of(insn);
    uint32_t next = pc_ + 4, value = 0;
    bool writes = false, taken = false;
    std::vector<sim::Store> stores;
    switch (insn) {
      case Insn::li:
        value = static_cast<uint32_t>(o.imm);
        writes = true;
        break;
      case Insn::add:
        value = regs_[o.rn] + regs_[o.rm];
        writes = true;
        break;
      case Insn::ld:
        if (where % 4 != 0 || where >= kRamBase + kRamSize) {
          return stop(Cause::data_bus_error, word, where);
        }
        value = memory_[where / 4];
        writes = true;
        break;
      case Insn::st:
        if (where % 4 != 0 || where < kRamBase || where >= kRamBase + kRamSize) {
          return stop(Cause::data_bus_error, word, where);
        }
        memory_[where / 4] = regs_[o.rm];
        stores.push_back({where, regs_[o.rm], 4});
        break;
      default:  // bnz
        taken = regs_[o.rn] != 0;
        if (taken) next = pc_ + static_cast<uint32_t>(o.imm);
    }
    if (writes) regs_[o.rd] = value;
    // The bubble of a taken branch comes after its last execute cycle: a refill.
    const unsigned refill = taken ? unsigned{info.taken} - info.cycles : 0;
    cycles_ += info.cycles;
    const uint64_t last = cycles_;
    cycles_ += refill;
    ++instructions_;
    ++mix_[static_cast<size_t>(info.klass)];
    const uint32_t pc = pc_;
    pc_ = next;
    if (observer_ == nullptr) return true;
    const sim::Write write{.file = 0, .number = o.rd, .slot = 0, .value = {&value, 1}};
    return observer_->retired({.cycle = last,
                               .refill = refill,
                               .pc = pc,
                               .next_pc = next,
                               .words = {&word, 1},
                               .writes = {&write, writes ? size_t{1} : size_t{0}},
                               .general = regs_,
                               .stores = stores});
  }

  bool stop(Cause cause, uint32_t word, uint32_t address) {
    ++cycles_;
    fault_ = {.cause = static_cast<uint8_t>(cause),
              .pc = pc_,
              .insn = word,
              .address = address,
              .cycle = cycles_};
    return false;
  }

  std::vector<uint32_t> memory_ = std::vector<uint32_t>(kWords);
  std::array<uint32_t, kGeneral> regs_{};
  uint32_t pc_ = 0;
  uint64_t cycles_ = 0, instructions_ = 0;
  sim::Mix mix_{};
  sim::Fault fault_;
  sim::Observer* observer_ = nullptr;
};

constexpr sim::Register kRegisters[] = {{"r0", 32, 0, "uint32", "org.evariste.toy"},
                                        {"r1", 32, 1, "uint32", nullptr},
                                        {"r2", 32, 2, "uint32", nullptr},
                                        {"r3", 32, 3, "uint32", nullptr},
                                        {"r4", 32, 4, "uint32", nullptr},
                                        {"r5", 32, 5, "uint32", nullptr},
                                        {"r6", 32, 6, "uint32", nullptr},
                                        {"r7", 32, 7, "uint32", nullptr},
                                        {"pc", 32, 8, "code_ptr", nullptr}};
constexpr sim::RegisterFile kFiles[] = {{"general", 0, kGeneral}};
constexpr sim::Region kMemories[] = {{"ROM", kRomBase, kRomSize}, {"RAM", kRamBase, kRamSize}};
constexpr const char* kClasses[] = {"alu", "load", "store", "branch", "other"};

class ToyInstructions final : public sim::Instructions {
 public:
  std::string disassemble(uint32_t word, uint32_t) const override {
    return info_of(decode(word)).name;
  }
  unsigned bytes(uint32_t) const override { return 4; }
  unsigned fetch(const sim::Machine& machine, uint32_t address,
                 std::span<uint32_t, sim::kSlots> words) const override {
    uint8_t b[4] = {};
    machine.read_memory(address, b);
    words[0] = b[0] | uint32_t{b[1]} << 8 | uint32_t{b[2]} << 16 | uint32_t{b[3]} << 24;
    return 1;
  }
  std::optional<sim::Access> access(std::span<const uint32_t> words, uint32_t,
                                    std::span<const uint32_t> general) const override {
    const Insn insn = decode(words[0]);
    if (insn != Insn::ld && insn != Insn::st) return std::nullopt;
    const Operands o = operands(insn, words[0]);
    return sim::Access{general[o.rn] + static_cast<uint32_t>(o.imm), 4, insn == Insn::st};
  }
  bool transfers(const sim::Retirement& event) const override {
    return event.next_pc != event.pc + 4;
  }
};

const char* text_of_cause(uint8_t cause) { return cause_text(static_cast<Cause>(cause)); }
bool cause_has_address(uint8_t cause) { return static_cast<Cause>(cause) == Cause::data_bus_error; }

const ToyInstructions instructions;

std::unique_ptr<sim::Machine> interpreter(const sim::MachineInfo&) {
  return std::make_unique<Interpreter>();
}

sim::MachineInfo described() {
  sim::MachineInfo info{};
  info.name = "toy";
  info.elf_machine = 0xC000;  // of no registered machine
  info.elf_name = "toy";
  info.memories = kMemories;
  info.boot_name = "program";
  info.boot = kRomBase;
  info.clock_hz = 1'000'000;
  info.registers = kRegisters;
  info.files = kFiles;
  info.pc = kPc;
  info.classes = kClasses;
  info.architecture = "toy";
  info.cause_text = text_of_cause;
  info.cause_has_address = cause_has_address;
  info.instructions = &instructions;
  info.interpreter = interpreter;
  return info;
}

}  // namespace

}  // namespace evariste::toy

extern "C" [[gnu::visibility("default")]] const evariste::sim::MachineInfo* evariste_machine(
    std::span<const evariste::sim::Parameter> parameters) {
  if (!parameters.empty()) throw std::invalid_argument(parameters[0].name);
  static const evariste::sim::MachineInfo info = evariste::toy::described();
  return &info;
}
