// SPDX-License-Identifier: Apache-2.0
// Which bits of a run depend on secrets: what the core and a machine tell each other about it.
//
// The core keeps the shadow of the memories, knows what the program declares secret or public, and
// collects the leaks (taint_tracker.hpp). A machine keeps the shadow of its registers and moves
// taint from the operands of an instruction to its results. A bit without taint has the same value
// for all secrets, given that no leak was reported before.
#pragma once

#include <cstdint>
#include <span>

#include "core/machine.hpp"

namespace evariste::sim {

// Of a word: the bits that depend on a secret, and where one of these came from, by a number of the
// core's.
struct Taint {
  uint32_t bits = 0;
  uint32_t origin = 0;
};

// Both operands' origins are equally true.
inline uint32_t origin_of(Taint a, Taint b) { return a.bits != 0 ? a.origin : b.origin; }

enum class Leak : uint8_t {
  kBranch,   // a condition, the target of a branch, or whether the instruction faults
  kAddress,  // of a load or store, or the stack pointer
  kWait,     // the time of an operation, or when interrupts are taken
  kDevice,   // a secret is stored outside the memories
  kStack,    // of the core: a secret stays on the stack below the stack pointer
};

// What a machine may ask for while it follows an instruction.
class TaintHost {
 public:
  virtual ~TaintHost() = default;

  // The taint of `bytes` bytes in a memory, up to 4, in the low end of the word.
  virtual Taint load(uint32_t address, unsigned bytes) = 0;
  virtual void store(uint32_t address, unsigned bytes, Taint taint) = 0;
  // The word at an address after the instruction. 0 outside the memories.
  virtual uint32_t value(uint32_t address) = 0;
  // What the instruction does in this way depends on a secret. Nothing happens without taint.
  virtual void leak(Leak kind, Taint taint) = 0;
};

// A machine's shadow of its registers.
class Propagation {
 public:
  virtual ~Propagation() = default;

  // No register depends on a secret.
  virtual void clear() = 0;

  // A register of file 0.
  virtual Taint read(unsigned number) const = 0;
  virtual void write(unsigned number, Taint taint) = 0;
  // The flags, in the form of Retirement::flags.
  virtual Taint flags() const { return {}; }

  // The event has happened. `before` and `flags` are file 0 and Retirement::flags before it.
  virtual void follow(const Retirement& event, std::span<const uint32_t> before, uint32_t flags,
                      TaintHost& host) = 0;
};

}  // namespace evariste::sim
