// SPDX-License-Identifier: Apache-2.0
// The registers of the machine gfp, and the other fields of its retirements.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>

#include "core/machine_info.hpp"
#include "gfp_isa.hpp"

namespace evariste::gfp {

// Rows of the register table; but for kDescriptor and kDegree the numbers of the RTL's debug port,
// too.
enum Register : unsigned {
  kSp = 13,  // the active stack pointer; 0..12 are the general registers before it
  kLr = 14,
  kPc = 15,    // address of the next instruction
  kXpsr = 16,  // flags 31:28, T 24, exception number 5:0
  kMsp = 17,
  kPsp = 18,
  kPrimask = 19,
  kControl = 20,
  kField0 = 21,      // field descriptor, bytes 0..3
  kField1 = 22,      // field descriptor, bytes 4..7
  kDescriptor = 23,  // both, as the debugger sees them
  kDegree = 24,      // byte 7 of the descriptor by itself
  kSecond0 = 25,     // the second field, on a core that has it
  kSecond1 = 26,
  kRegisters = 27,
};
// The values of the parameters of extensions. That of Extension::none is not used.
using Extensions = std::array<int, std::size(kExtensions)>;

constexpr unsigned kGeneral = 15;  // registers of file 0: r0..r12, sp, lr

// Retirement::flags.
constexpr unsigned kFlagsHandler = 0x3F;  // exception number
constexpr unsigned kFlagsSpsel = 1 << 6;
constexpr unsigned kFlagsPrimask = 1 << 7;
constexpr unsigned kFlagsNzcv = 28;  // bit

// EventTimes::own.
constexpr unsigned kReturns = 0;  // of an exception return: the last cycle before the frame is
                                  // loaded
constexpr unsigned kFailed = 1;   // of a frame that cannot be stored or loaded: the bus error

// The degree of a field descriptor's upper word; the circuit and the tables are defined for 2..8.
constexpr uint32_t degree_of(uint32_t field1) { return field1 >> 24; }
constexpr bool is_degree(uint32_t m) { return m >= 2 && m <= 8; }

// Where sim::Mix counts a class: in the order in which records list them.
constexpr const char* kClasses[] = {"load", "store", "gf", "alu", "branch", "other"};
constexpr size_t place_of(Klass klass) {
  switch (klass) {
    case Klass::load:
      return 0;
    case Klass::store:
      return 1;
    case Klass::gf:
      return 2;
    case Klass::alu:
      return 3;
    case Klass::branch:
      return 4;
    case Klass::other:
      return 5;
  }
  return 5;
}

// The lines of a machine with interrupts: 32 external ones, then NMI.
constexpr unsigned kLines = 33;

// A write of kDescriptor or kDegree in terms of the two words. False if it is not a valid field.
// `read` and `write` access the words.
template <typename Read, typename Write>
bool write_field(unsigned row, const sim::Value& value, Read read, Write write) {
  if (row == kDegree) {
    if (!is_degree(value.low())) return false;
    return write(kField1, value.low() << 24 | (read(kField1) & 0xFFFFFF));
  }
  if (!is_degree(degree_of(value.words[1]))) return false;
  return write(kField1, value.words[1]) && write(kField0, value.words[0]);
}

}  // namespace evariste::gfp
