// SPDX-License-Identifier: Apache-2.0
// The core mips: rows of its register table, the fields of its retirements, and which machine has
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/machine_info.hpp"
#include "mips_isa.hpp"

namespace evariste::mips {

// Rows of the register table.
enum Row : unsigned {
  kStack = 29,  // 0..31 are $0 to $31
  kLink = 31,
  kPc = 32,  // address of the next instruction
  kLo = 33,
  kHi = 34,
  kStatus = 35,
  kBadvaddr = 36,
  kCause = 37,
  kEpc = 38,
  kAfter = 39,     // address of the instruction behind the next one: kPc + 4, or the target of the
                   // branch in whose delay slot the next one is
  kLinkBit = 40,   // set by ll
  kFloating = 41,  // 34 rows for the debugger, which are always 0
  kRows = 75,
  kUpper = kRows,  // U, of a core with an accumulator
};
constexpr unsigned kGeneral = 32;  // registers of file 0
constexpr uint8_t kFileUpper = 3;  // the file of U

// Bits of Status and Cause.
constexpr uint32_t kIe = 1 << 0, kExl = 1 << 1, kIm = 0xFF << 8, kBev = 1 << 22, kCu2 = 1 << 30;
constexpr uint32_t kBd = 1u << 31;
constexpr uint32_t kSoftware = 3 << 8;  // Cause.IP1 and IP0; a core without interrupts has none
constexpr uint32_t kTimer = 1 << 15;    // Cause.IP7
constexpr unsigned kFirstLine = 10;     // bit of Cause of the lowest interrupt line
constexpr unsigned kMostLines = 6;
constexpr unsigned kExcCode = 2, kCe = 28;  // their lowest bits

// Retirement::flags.
constexpr uint32_t kFlagsHandling = 3;    // the exception that is being handled, 0: none
constexpr uint32_t kFlagsMoved = 1 << 2;  // the event ended a taken branch: it is its delay slot
constexpr unsigned kFlagsLinked = 8;      // bit; the register that this branch wrote its link to

// Where sim::Mix counts a class: in the order in which records list them.
constexpr const char* kClasses[] = {"load", "store", "multiply", "alu", "branch", "other"};
enum Place : size_t { kLoads, kStores, kMultiplies, kAlu, kBranches, kOthers };
constexpr size_t place_of(Klass klass) {
  switch (klass) {
    case Klass::load:
      return kLoads;
    case Klass::store:
      return kStores;
    case Klass::multiply:
      return kMultiplies;
    case Klass::alu:
      return kAlu;
    case Klass::branch:
      return kBranches;
    case Klass::other:
      return kOthers;
  }
  return kOthers;
}

// The exception that a core with these values of Status and Cause is handling; 0: none.
constexpr unsigned handling(uint32_t status, uint32_t cause) {
  if (!(status & kExl)) return 0;
  const uint32_t code = cause >> kExcCode & 31;
  if (code == 0) return kExcInterrupt;
  const bool request = code == static_cast<uint32_t>(Cause::system_call) ||
                       code == static_cast<uint32_t>(Cause::breakpoint);
  return request ? kExcRequest : kExcFault;
}

// The coprocessor 1 to 3 that a reserved word belongs to; 0: none.
constexpr unsigned coprocessor_of(uint32_t word) {
  const uint32_t opcode = word >> 26, number = opcode & 3;
  const bool moves = opcode >> 2 == 0x10 >> 2 && number != 0;
  const bool transfers = opcode >> 4 == 3 && (number == 1 || number == 2);
  return moves || transfers ? number : 0;
}

// The register that a branch writes its link to; 0: none.
inline unsigned linked(uint32_t word) {
  const Insn insn = decode(word);
  switch (insn) {
    case Insn::jal:
    case Insn::bltzal:
    case Insn::bgezal:
    case Insn::bltzall:
    case Insn::bgezall:
      return kLink;
    case Insn::jalr:
      return operands(insn, word).rd;
    default:
      return 0;
  }
}

// A branch that drops its delay slot when it is not taken.
constexpr bool is_likely(Insn insn) {
  switch (insn) {
#define MIPS_CASE(name) case Insn::name:
    MIPS_LIKELY(MIPS_CASE)
#undef MIPS_CASE
    return true;
    default:
      return false;
  }
}

// What `sdbbp` with code 1 does: UHI. The other codes stop a run.
constexpr unsigned kHostBreakpoint = 1;

// A machine that adds instructions derives from this.
class MipsInstructions : public sim::Instructions {
 public:
  std::string disassemble(uint32_t word, uint32_t address) const override;
  unsigned bytes(uint32_t) const override { return 4; }
  unsigned fetch(const sim::Machine& machine, uint32_t address,
                 std::span<uint32_t, sim::kSlots> words) const override;
  std::optional<sim::Access> access(std::span<const uint32_t> words, uint32_t address,
                                    std::span<const uint32_t> general) const override;
  bool transfers(const sim::Retirement& event) const override;
};

// Fills in what every machine with this core has. The machine adds its name and interpreter.
void describe(sim::MachineInfo& info);

}  // namespace evariste::mips
