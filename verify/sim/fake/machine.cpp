// SPDX-License-Identifier: Apache-2.0
// A machine that is none: it plays a list of events to the core of the simulator, so that
// lock-step, trace and debugger are tested with what gfp does not have. Bundles of up to four
// operations, a register of 640 bits, no calling convention, no programs.
//
// The parameter WRONG makes the interpreter differ from the "RTL" of the same object in one respect
// of its third event; 0: in none.
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine_info.hpp"
#include "core/plugin.hpp"

namespace {

using namespace evariste::sim;

enum Wrong : int64_t {
  kNothing,
  kWide,   // the top word of the 640-bit register
  kSlot,   // the slot that a write came from
  kWord,   // an operation's word
  kCount,  // one operation less
  kFlags,
  kCycle,
  kStore,
  kMissing,   // a write that changes the register is not reported
  kHarmless,  // a write that does not change the register is not reported: no difference
  kState,     // what no event tells
  kMemory,    // the same in memory
  kWrongs,
};

constexpr Register kRegisters[] = {{"g0", 32, 0, "uint32", "org.evariste.fake"},
                                   {"g1", 32, 1, "uint32", nullptr},
                                   {"g2", 32, 2, "uint32", nullptr},
                                   {"pc", 32, 3, "code_ptr", nullptr},
                                   {"v0", 640, 4, "v640", nullptr},
                                   {"v1", 283, 5, "v288", nullptr},
                                   {"hidden", 32, -1, "uint32", nullptr}};
constexpr RegisterFile kFiles[] = {{"general", 0, 3}, {"wide", 4, 2}};
enum Row : unsigned { kPc = 3, kV0 = 4, kV1 = 5, kHidden = 6 };
constexpr const char* kClasses[] = {"small", "wide"};
constexpr Region kMemories[] = {{"RAM", 0x1000, 0x100}};

class Player final : public Machine {
 public:
  explicit Player(int64_t wrong) : wrong_(wrong), memory_(kMemories[0].size) { reset(); }

  void reset() override {
    for (Value& v : values_) v = {};
    values_[kPc] = kMemories[0].base;
    count_ = 0;
  }
  void clear() override { memory_.assign(memory_.size(), 0); }

  Pause run(const Bounds& bounds) override {
    for (;;) {
      if (instructions() >= bounds.instructions || cycles() >= bounds.cycles) return Pause::kBound;
      if (count_ == kEvents) return Pause::kLoop;
      if (!play()) return Pause::kObserver;
    }
  }
  Value read_register(unsigned row) const override { return values_[row]; }
  bool write_register(unsigned row, const Value& value) override {
    values_[row] = value;
    return true;
  }
  bool read_memory(uint32_t address, std::span<uint8_t> out) const override {
    if (!inside(address, out.size())) return false;
    std::copy_n(memory_.begin() + (address - kMemories[0].base), out.size(), out.begin());
    return true;
  }
  bool write_memory(uint32_t address, std::span<const uint8_t> bytes) override {
    if (!inside(address, bytes.size())) return false;
    std::copy(bytes.begin(), bytes.end(), memory_.begin() + (address - kMemories[0].base));
    return true;
  }
  uint64_t cycles() const override { return 2 * count_; }
  uint64_t instructions() const override { return 4 * count_; }
  Mix mix() const override { return {3 * count_, count_}; }
  Faults faults() const override { return {}; }
  Breakpoint breakpoint() const override { return {}; }
  void observe(Observer* observer) override { observer_ = observer; }

 private:
  static constexpr uint64_t kEvents = 5;

  static bool inside(uint32_t address, size_t bytes) {
    return address >= kMemories[0].base &&
           uint64_t{address} + bytes <= uint64_t{kMemories[0].base} + kMemories[0].size;
  }

  // The next event: a bundle of four that writes g0 twice (the higher slot wins), g1 with the value
  // it has, and v0.
  bool play() {
    const bool odd = ++count_ == 3;
    const auto is = [&](Wrong which) { return odd && wrong_ == which; };
    const uint32_t n = static_cast<uint32_t>(count_), pc = values_[kPc].low();
    std::vector<uint32_t> words = {n, n + 1, n + 2, n + (is(kWord) ? 4u : 3u)};
    if (is(kCount)) words.pop_back();
    const uint32_t first = 7 * n, second = 11 * n, kept = values_[1].low();
    values_[0] = second;
    for (unsigned i = 0; i < Value::kWords; ++i) values_[kV0].words[i] = n << i % 8;
    if (is(kWide)) values_[kV0].words[Value::kWords - 1] ^= 1u << 31;
    if (is(kState)) values_[kHidden] = 1u;
    if (is(kMemory)) memory_[5] = 6;
    values_[kPc] = pc + 16;
    std::vector<Write> writes = {{0, 0, 0, {&first, 1}},
                                 {0, 0, is(kSlot) ? uint8_t{1} : uint8_t{3}, {&second, 1}},
                                 {0, 1, 2, {&kept, 1}},
                                 {1, 0, 1, values_[kV0].words}};
    if (is(kMissing)) writes.pop_back();
    if (is(kHarmless)) writes.erase(writes.begin() + 2);
    const Store stores[] = {{0x1000 + 4 * n, is(kStore) ? n + 1 : n, 4}};
    const uint32_t general[] = {values_[0].low(), values_[1].low(), values_[2].low()};
    if (observer_ == nullptr) return true;
    return observer_->retired({.cycle = cycles() + is(kCycle),
                               .pc = pc,
                               .next_pc = pc + 16,
                               .words = words,
                               .flags = is(kFlags) ? n + 1 : n,
                               .writes = writes,
                               .general = general,
                               .stores = stores});
  }

  int64_t wrong_;
  std::vector<uint8_t> memory_;
  Value values_[std::size(kRegisters)];
  uint64_t count_ = 0;
  Observer* observer_ = nullptr;
};

class FakeInstructions final : public Instructions {
 public:
  std::string disassemble(uint32_t word, uint32_t) const override {
    return "op" + std::to_string(word);
  }
  unsigned bytes(uint32_t) const override { return 4; }
  unsigned fetch(const Machine&, uint32_t, std::span<uint32_t, kSlots> words) const override {
    words[0] = 0;
    return 1;
  }
  std::optional<Access> access(std::span<const uint32_t>, uint32_t,
                               std::span<const uint32_t>) const override {
    return std::nullopt;
  }
  bool transfers(const Retirement&) const override { return false; }
};
const FakeInstructions instructions;

struct Fake : MachineInfo {
  int64_t wrong;
};

Fake described(int64_t wrong) {
  Fake info{};
  info.name = "fake";
  info.elf_machine = 0xFA4E;
  info.elf_name = "fake";
  info.memories = kMemories;
  info.boot_name = "code";
  info.boot = kMemories[0].base;
  info.clock_hz = 1;
  info.registers = kRegisters;
  info.files = kFiles;
  info.pc = kPc;
  info.stack = info.link = 2;
  info.classes = kClasses;
  info.architecture = "fake";
  info.types =
      "<vector id=\"v640\" type=\"uint32\" count=\"20\"/>\n"
      "<vector id=\"v288\" type=\"uint32\" count=\"9\"/>\n";
  info.cause_text = [](uint8_t) { return "a fault"; };
  info.cause_has_address = [](uint8_t) { return false; };
  info.instructions = &instructions;
  info.interpreter = [](const MachineInfo& i) -> std::unique_ptr<Machine> {
    return std::make_unique<Player>(static_cast<const Fake&>(i).wrong);
  };
  info.wrong = wrong;
  return info;
}

}  // namespace

extern "C" const MachineInfo* evariste_machine(std::span<const Parameter> parameters) {
  static std::vector<Fake> all;
  if (all.empty()) {
    for (int64_t wrong = 0; wrong < kWrongs; ++wrong) all.push_back(described(wrong));
  }
  for (const auto& [name, value] : parameters) {
    if (name == std::string_view("WRONG") && value >= 0 && value < kWrongs) {
      return &all[static_cast<size_t>(value)];
    }
    throw std::invalid_argument(name);
  }
  return &all[0];
}

extern "C" Machine* evariste_engine(const EngineOptions&) { return new Player(kNothing); }
