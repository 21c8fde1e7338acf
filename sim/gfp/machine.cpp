// SPDX-License-Identifier: Apache-2.0
// The machine gfp as sim/core sees it, and the door of its shared library.
#include "gfp/machine.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/carryless.hpp"
#include "gfp/access.hpp"
#include "gfp/disassemble.hpp"
#include "gfp/instruction.hpp"
#include "gfp/iss/core.hpp"
#include "gfp/taint.hpp"
#include "gfp/timing.hpp"
#include "gfp_isa.hpp"
#include "semihosting/semihosting.hpp"

namespace evariste::gfp {

namespace {

constexpr sim::Region kMemories[] = {{"ROM", kRomBase, kRomSize}, {"RAM", kRamBase, kRamSize}};

// Operation and parameter of a call are in r0 and r1. 64 KiB are left for a stack that grows down
// from the end of RAM.
constexpr uint32_t kRamEnd = kRamBase + kRamSize;
constexpr semihosting::Convention kConvention{0, 1, kRamBase, kRamEnd - (64 << 10), kRamEnd};

// The registers of GDB's own features for an M-profile core, and of one more, org.evariste.gfp,
// which is there when the core has its Galois-field unit: gf_field, the field descriptor as a
// 64-bit number whose byte i is column i of the reduction matrix and whose byte 7 is the degree;
// and gf_m, that degree.
constexpr sim::Register kRegisterTable[] = {
    {"r0", 32, 0, "uint32", "org.gnu.gdb.arm.m-profile"},
    {"r1", 32, 1, "uint32", nullptr},
    {"r2", 32, 2, "uint32", nullptr},
    {"r3", 32, 3, "uint32", nullptr},
    {"r4", 32, 4, "uint32", nullptr},
    {"r5", 32, 5, "uint32", nullptr},
    {"r6", 32, 6, "uint32", nullptr},
    {"r7", 32, 7, "uint32", nullptr},
    {"r8", 32, 8, "uint32", nullptr},
    {"r9", 32, 9, "uint32", nullptr},
    {"r10", 32, 10, "uint32", nullptr},
    {"r11", 32, 11, "uint32", nullptr},
    {"r12", 32, 12, "uint32", nullptr},
    {"sp", 32, 13, "data_ptr", nullptr},
    {"lr", 32, 14, "uint32", nullptr},
    {"pc", 32, 15, "code_ptr", nullptr},
    {"xpsr", 32, 16, "uint32", nullptr},
    {"msp", 32, 17, "data_ptr", "org.gnu.gdb.arm.m-system"},
    {"psp", 32, 18, "data_ptr", nullptr},
    {"primask", 32, 19, "uint32", nullptr},
    {"control", 32, 20, "uint32", nullptr},
    {"field0", 32, -1, "uint32", nullptr},
    {"field1", 32, -1, "uint32", nullptr},
    {"gf_field", 64, 21, "uint64", "org.evariste.gfp", true},
    {"gf_m", 32, 22, "uint32", nullptr, true},
    {"second0", 32, -1, "uint32", nullptr},
    {"second1", 32, -1, "uint32", nullptr},
};
static_assert(std::size(kRegisterTable) == kRegisters);
constexpr sim::RegisterFile kFiles[] = {{"general", 0, kGeneral}};

constexpr unsigned kEmArm = 40;  // EM_ARM of the ELF specification

const char* text_of_cause(uint8_t cause) { return cause_text(static_cast<Cause>(cause)); }

bool cause_has_address(uint8_t cause) {
  const auto c = static_cast<Cause>(cause);
  return c == Cause::misaligned || c == Cause::data_bus_error;
}

class GfpInstructions final : public sim::Instructions {
 public:
  std::string disassemble(uint32_t word, uint32_t address) const override {
    return gfp::disassemble(word, address);
  }
  unsigned bytes(uint32_t word) const override { return is_long(word) ? 4 : 2; }
  unsigned fetch(const sim::Machine& machine, uint32_t address,
                 std::span<uint32_t, sim::kSlots> words) const override {
    uint8_t b[2];
    const auto halfword = [&](uint32_t at) {
      return machine.read_memory(at, b) ? uint32_t{b[0]} | uint32_t{b[1]} << 8 : 0;
    };
    words[0] = halfword(address);
    if (gfp::is_wide(static_cast<uint16_t>(words[0]))) {
      words[0] = words[0] << 16 | halfword(address + 2);
    }
    return 1;
  }
  std::optional<sim::Access> access(std::span<const uint32_t> words, uint32_t address,
                                    std::span<const uint32_t> general) const override {
    return access_of(words[0], address, general);
  }
  bool transfers(const sim::Retirement& event) const override { return gfp::transfers(event); }
};

class GfpAbi final : public sim::Abi {
 public:
  std::optional<uint32_t> call(const sim::Retirement& event) const override {
    const Insn which = decode(event.insn());
    if (which != Insn::bl && which != Insn::blx) return std::nullopt;
    return event.general[kLr] & ~1u;
  }
  unsigned handling(uint32_t flags) const override { return flags & kFlagsHandler; }
  unsigned handling(const sim::Machine& machine) const override {
    return machine.word(kXpsr) & kFlagsHandler;
  }
  void call_host(sim::Machine& machine, sim::Host& host) const override {
    semihosting::call_host(machine, host, kConvention);
  }
};

const GfpInstructions instructions;
const GfpAbi abi;

// What of a configuration the interpreter looks at.
struct Gfp : sim::MachineInfo {
  bool gf = true, interrupts = false;
  unsigned lowest_degree = 2;
  int inverse_cycles = timing::kInverse;
  Extensions extensions{};
};

std::unique_ptr<sim::Machine> interpreter(const sim::MachineInfo& info) {
  const auto& gfp = static_cast<const Gfp&>(info);
  return std::make_unique<iss::Core>(gfp.gf, gfp.interrupts, gfp.lowest_degree, gfp.inverse_cycles,
                                     gfp.extensions);
}

std::unique_ptr<sim::Propagation> propagation(const sim::MachineInfo&) {
  return make_propagation();
}

// Sets the parameter; false for one, or for a value, that is not known.
bool set(Gfp& info, std::string_view name, int64_t value) {
  if (name == "GF" && (value == 0 || value == 1)) {
    info.gf = value != 0;
  } else if (name == "INTERRUPTS" && (value == 0 || value == 32)) {
    info.interrupts = value != 0;
  } else if (name == "GF_MIN_DEGREE" && value >= 2 && value <= 8) {
    info.lowest_degree = static_cast<unsigned>(value);
  } else if (name == "GF_INVERSE_CYCLES" && value >= 1 && value <= 4) {
    info.inverse_cycles = static_cast<int>(value);
  } else if (name == "MUL_CYCLES" && value >= 1 && value <= 32) {
    info.slower |= value != 1;
  } else if (name == "GF_LANES" && (value == 1 || value == 2 || value == 4)) {
    info.slower |= value != 4;
  } else {
    const auto* known = std::ranges::find(kExtensions, name);
    if (known == std::end(kExtensions) || value < 0 || value > 2) return false;
    info.extensions[static_cast<size_t>(known - kExtensions)] = static_cast<int>(value);
  }
  return true;
}

void describe(Gfp& info) {
  info.name = "gfp";
  info.elf_machine = kEmArm;
  info.elf_name = "Arm";
  info.code_mask = ~1u;  // bit 0 of a code symbol says Thumb
  info.memories = kMemories;
  info.boot_name = "vector table";
  info.boot = kRomBase;
  info.boot_bytes = 8;
  info.clock_hz = semihosting::kClockHz;
  info.registers =
      std::span(kRegisterTable)
          .first(!info.gf                                                     ? unsigned{kField0}
                 : info.extensions[static_cast<size_t>(Extension::gf_field2)] ? unsigned{kRegisters}
                                                                              : unsigned{kSecond0});
  info.files = kFiles;
  info.pc = kPc;
  info.stack = kSp;
  info.link = kLr;
  info.classes = kClasses;
  info.architecture = "armv6s-m";
  info.lines = info.interrupts ? kLines : 0;
  info.stacking = true;
  info.waits = true;
  info.prefetch = 16;  // the prefetch buffer and the word on its way reach no further
  info.barrier = "an ISB";
  info.cause_text = text_of_cause;
  info.cause_has_address = cause_has_address;
  info.fault_exception = kExcHardfault;
  info.fault_handler = "the HardFault handler";
  info.host_breakpoint = 0xAB;
  info.instructions = &instructions;
  info.abi = &abi;
  info.interpreter = interpreter;
  info.propagation = propagation;
}

}  // namespace

}  // namespace evariste::gfp

extern "C" [[gnu::visibility("default")]] const evariste::sim::MachineInfo* evariste_machine(
    std::span<const evariste::sim::Parameter> parameters) {
  using evariste::gfp::Gfp;
  // Kept for good, each made once.
  static std::map<std::string, Gfp> all;
  std::string name;
  Gfp info;
  for (const auto& parameter : parameters) {
    const std::string one = std::string(parameter.name) + " = " + std::to_string(parameter.value);
    if (!evariste::gfp::set(info, parameter.name, parameter.value))
      throw std::invalid_argument(one);
    name += one + ";";
  }
  evariste::gfp::describe(info);
  return &all.try_emplace(name, info).first->second;
}

// For tests of the two products by themselves.
extern "C" [[gnu::visibility("default")]] uint64_t evariste_clmul32(uint32_t a, uint32_t b) {
  return evariste::sim::carryless(a, b);
}
extern "C" [[gnu::visibility("default")]] uint64_t evariste_clmul32_portable(uint32_t a,
                                                                             uint32_t b) {
  return evariste::sim::carryless_portable(a, b);
}
