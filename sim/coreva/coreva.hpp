// SPDX-License-Identifier: Apache-2.0
// The core coreva: rows of its register table, the fields of its retirements, bundles.
#pragma once

#include <cstdint>

#include "core/machine_info.hpp"
#include "coreva/field.hpp"
#include "coreva_isa.hpp"

namespace evariste::coreva {

// Rows of the register table.
enum Row : unsigned {
  kLink = 1,  // 0..31 are r0 to r31
  kStack = 2,
  kPc = 32,   // address of the next bundle
  kC0 = 33,   // the flags p1 to p7 in bits 7:1
  kC1 = 34,   // the flags p8 to p14 in bits 7:1
  kDq0 = 35,  // of the two division units
  kDq1 = 36,
  kDelay = 37,   // the next bundle is a delay bundle: 1, of a branch not taken; 2, of a taken one
  kTarget = 38,  // where the taken branch goes to
  kRows = 39,
};
constexpr unsigned kGeneral = 32;
enum File : uint8_t { kFileR, kFileC, kFileDq };

// Retirement::flags.
constexpr uint32_t kFlagsMoved = 1;  // the event ended a taken branch: it is its delay bundle
constexpr uint32_t kFlagsCall = 2;   // and that branch was a call

constexpr uint32_t kStop = 1u << kLastBit;
constexpr unsigned kHostBreakpoint = 0xAB;

// Parameters of a configuration: which extensions the core has, the network of forwarding, and the
// accelerator.
struct Extensions {
  bool ise = false, clmul = false, lsladd = false, forward = true;
  Field::Kind field;
  bool has(Extension extension) const {
    switch (extension) {
      case Extension::ise:
        return ise;
      case Extension::clmul:
        return clmul;
      case Extension::lsladd:
        return lsladd;
      default:
        return true;
    }
  }
};

// One decoded operation.
struct Op {
  Insn insn;
  Klass klass;
  uint8_t guard, rd, rs1, rs2;  // rs2 is also the register to store
  uint8_t flag;                 // that a compare writes, or the register of mtc
  int32_t imm;                  // also a shift's amount, or a branch's distance
};

constexpr uint8_t kNoSlot = 0xFF;

// One decoded bundle. All zero: not decoded yet.
struct Bundle {
  uint8_t count;   // of words
  Cause fault;     // of decoding
  bool branches;   // has a branch
  uint8_t guard;   // of that branch
  uint8_t memory;  // the slot of a load or store; kNoSlot: none
  uint8_t reads;   // of registers that it waits for
  uint8_t read[12];
  Op op[sim::kSlots];
};

// The number of words of the bundle that these begin, up to the stop bit; all of them if none has
// it.
unsigned length(std::span<const uint32_t> words);
// Decodes a bundle of these words, which end with the stop bit, or are four.
void decode(std::span<const uint32_t> words, const Extensions& extensions, Bundle& bundle);
// A bundle of one operation that changes nothing. Behind a branch to itself nothing changes any
// more.
bool idles(const Bundle& bundle);
// The operation needs what its destination had.
bool reads_rd(Insn insn);
// It works on halfwords, each of which has its guard.
constexpr bool by_halves(Insn insn) { return insn >= Insn::add2 && insn <= Insn::cmp2_geu; }
// The bytes that a load or store accesses.
constexpr unsigned bytes_of(Insn insn) {
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

}  // namespace evariste::coreva
