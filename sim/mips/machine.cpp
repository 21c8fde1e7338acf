// SPDX-License-Identifier: Apache-2.0
// The description that machines with the core mips have in common.
#include <array>
#include <cstdio>
#include <string>

#include "core/syntax.hpp"
#include "mips/mips.hpp"
#include "mips/uhi.hpp"

namespace evariste::mips {

namespace {

constexpr sim::Region kMemories[] = {{"ROM", kRomBase, kRomSize}, {"RAM", kRamBase, kRamSize}};
constexpr sim::RegisterFile kFiles[] = {
    {"general", 0, kGeneral}, {"hi and lo", kLo, 2}, {"cp0", kStatus, 4}};
constexpr unsigned kEmMips = 8;  // EM_MIPS of the ELF specification

// The debugger knows the rows by the names of GDB's own features. It refuses a MIPS machine without
// floating point, so it is shown registers that are 0.
struct Rows {
  std::array<std::array<char, 8>, kRows> names{};
  std::array<sim::Register, kRows> rows{};
};

const Rows& table() {
  static Rows t;
  if (t.rows[0].name != nullptr) return t;
  const auto numbered = [](unsigned row, const char* prefix, unsigned number) {
    std::snprintf(t.names[row].data(), t.names[row].size(), "%s%u", prefix, number);
    return t.names[row].data();
  };
  for (unsigned i = 0; i < kGeneral; ++i) {
    const char* feature = i == 0 ? "org.gnu.gdb.mips.cpu" : nullptr;
    t.rows[i] = {numbered(i, "r", i), 32, static_cast<int>(i), "uint32", feature};
  }
  t.rows[kLo] = {"lo", 32, 32, "uint32", nullptr};
  t.rows[kHi] = {"hi", 32, 33, "uint32", nullptr};
  t.rows[kPc] = {"pc", 32, 34, "code_ptr", nullptr};
  t.rows[kStatus] = {"status", 32, 35, "uint32", "org.gnu.gdb.mips.cp0"};
  t.rows[kBadvaddr] = {"badvaddr", 32, 36, "uint32", nullptr};
  t.rows[kCause] = {"cause", 32, 37, "uint32", nullptr};
  t.rows[kEpc] = {"epc", 32, -1, "uint32", nullptr};
  t.rows[kAfter] = {"after", 32, -1, "code_ptr", nullptr};
  t.rows[kLinkBit] = {"linkbit", 1, -1, "uint32", nullptr};
  for (unsigned i = 0; i < 32; ++i) {
    const unsigned row = kFloating + i;
    const char* feature = i == 0 ? "org.gnu.gdb.mips.fpu" : nullptr;
    t.rows[row] = {numbered(row, "f", i), 32,      static_cast<int>(38 + i),
                   "ieee_single",         feature, true};
  }
  t.rows[kFloating + 32] = {"fcsr", 32, 70, "uint32", nullptr, true};
  t.rows[kFloating + 33] = {"fir", 32, 71, "uint32", nullptr, true};
  return t;
}

const char* text_of_cause(uint8_t cause) { return cause_text(static_cast<Cause>(cause)); }

bool cause_has_address(uint8_t cause) {
  const auto c = static_cast<Cause>(cause);
  return c == Cause::load_address || c == Cause::store_address || c == Cause::data_bus_error;
}

std::string hex(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}

uint32_t bytes_of(Insn insn) {
  switch (insn) {
    case Insn::lb:
    case Insn::lbu:
    case Insn::sb:
      return 1;
    case Insn::lh:
    case Insn::lhu:
    case Insn::sh:
      return 2;
    default:
      return 4;
  }
}

}  // namespace

std::string MipsInstructions::disassemble(uint32_t word, uint32_t address) const {
  const Insn insn = decode(word);
  if (insn == Insn::illegal) return ".word " + hex(word);
  const Operands o = operands(insn, word);
  return sim::fill_in(info_of(insn).syntax, [&](std::string_view name) -> std::string {
    if (name == "rd") return kRNames[o.rd];
    if (name == "rs") return kRNames[o.rs];
    if (name == "rt") return kRNames[o.rt];
    if (name == "cd") return kC0Names[o.cd];
    if (name == "code") return std::to_string(o.code);
    if (name == "second") return std::to_string(o.second);
    if (name == "imm") return std::to_string(o.imm);
    const bool region = insn == Insn::j || insn == Insn::jal;
    const uint32_t base = region ? (address + 4) & 0xF0000000 : address + 4;
    return hex(base + static_cast<uint32_t>(o.imm));
  });
}

unsigned MipsInstructions::fetch(const sim::Machine& machine, uint32_t address,
                                 std::span<uint32_t, sim::kSlots> words) const {
  uint8_t b[4] = {};
  machine.read_memory(address, b);
  words[0] = b[0] | uint32_t{b[1]} << 8 | uint32_t{b[2]} << 16 | uint32_t{b[3]} << 24;
  return 1;
}

std::optional<sim::Access> MipsInstructions::access(std::span<const uint32_t> words, uint32_t,
                                                    std::span<const uint32_t> general) const {
  const Insn insn = decode(words[0]);
  const Klass klass = info_of(insn).klass;
  if (klass != Klass::load && klass != Klass::store) return std::nullopt;
  const Operands o = operands(insn, words[0]);
  const uint32_t address = general[o.rs] + static_cast<uint32_t>(o.imm);
  const bool store = klass == Klass::store;
  switch (insn) {
    case Insn::lwl:
    case Insn::swl:
      return sim::Access{address & ~3u, (address & 3) + 1, store};
    case Insn::lwr:
    case Insn::swr:
      return sim::Access{address, 4 - (address & 3), store};
    default:
      return sim::Access{address, bytes_of(insn), store};
  }
}

// Control goes to a branch's target behind its delay slot.
bool MipsInstructions::transfers(const sim::Retirement& event) const {
  return event.trap || event.flags & kFlagsMoved || decode(event.insn()) == Insn::eret;
}

namespace {

class MipsAbi final : public sim::Abi {
 public:
  std::optional<uint32_t> call(const sim::Retirement& event) const override {
    const unsigned linked = event.flags >> kFlagsLinked & 31;
    if (!(event.flags & kFlagsMoved) || linked == 0) return std::nullopt;
    return event.general[linked];
  }
  unsigned handling(uint32_t flags) const override { return flags & kFlagsHandling; }
  unsigned handling(const sim::Machine& machine) const override {
    return mips::handling(machine.word(kStatus), machine.word(kCause));
  }
  void call_host(sim::Machine& machine, sim::Host& host) const override {
    mips::call_host(machine, host);
  }
};

const MipsInstructions instructions;
const MipsAbi abi;

}  // namespace

void describe(sim::MachineInfo& info) {
  info.elf_machine = kEmMips;
  info.elf_name = "MIPS";
  info.memories = kMemories;
  info.boot_name = "program at the reset address";
  info.boot = kRomBase;
  info.clock_hz = kClockHz;
  info.registers = table().rows;
  info.files = kFiles;
  info.pc = kPc;
  info.stack = kStack;
  info.link = kLink;
  info.classes = kClasses;
  info.architecture = "mips:isa32";
  info.sign_extended = true;
  info.waits = true;
  info.prefetch = 16;
  info.barrier = "three instructions";
  info.cause_text = text_of_cause;
  info.cause_has_address = cause_has_address;
  info.fault_exception = kExcFault;
  info.fault_handler = "an exception handler";
  info.host_breakpoint = kHostBreakpoint;
  info.instructions = &instructions;
  info.abi = &abi;
}

}  // namespace evariste::mips
