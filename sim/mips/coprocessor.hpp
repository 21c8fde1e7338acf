// SPDX-License-Identifier: Apache-2.0
// What a machine has beside its core mips: coprocessor 2, with registers of its own and with loads
// and stores of rows. The core decodes nothing of it but which words belong to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/machine.hpp"

namespace evariste::mips {

// The core's RAM, for a coprocessor with a memory port of its own. It reports what it stores.
struct SharedRam {
  uint32_t* words;
  uint32_t base, size;  // in bytes
  std::function<void(uint32_t offset)> stored;
};

class Coprocessor {
 public:
  enum class Kind : uint8_t {
    kReserved,
    kOperation,
    kFromCore,  // reads the core's register rt
    kToCore,    // writes it
    kLoad,      // of a row at rs + offset
    kStore,
  };

  virtual ~Coprocessor() = default;
  virtual void reset() = 0;

  virtual Kind kind(uint32_t word) const = 0;
  // Where sim::Mix counts it.
  virtual size_t place(uint32_t word) const = 0;
  // The first cycle, from `cycle` on, in which the instruction can be in EX.
  virtual uint64_t start(uint32_t word, uint64_t cycle) const = 0;
  // An operation or a move in EX in `cycle`. `value` comes from the core, the result goes there.
  virtual uint32_t execute(uint32_t word, uint32_t value, uint64_t cycle) = 0;

  // Bytes of a row. A store writes the words that it gives, the lowest first.
  virtual uint32_t row() const = 0;
  virtual void load(uint32_t word, const uint8_t* row, uint64_t cycle) = 0;
  virtual std::span<const uint32_t> store(uint32_t word) = 0;

  // The pipeline is empty: nothing is waited for.
  virtual void drain() = 0;
  // The core has halted: what goes on beside it ends without counting.
  virtual void settle() {}
  // The core has come to this cycle.
  virtual void reach(uint64_t) {}
  virtual void attach(const SharedRam&) {}
  virtual bool flip(const sim::Flip&) { return false; }
  virtual std::vector<sim::EventCount> event_counts() const { return {}; }

  // Its registers follow those of the core in the table. False: it cannot have the value.
  virtual sim::Value read_register(unsigned row) const = 0;
  virtual bool write_register(unsigned row, const sim::Value& value) = 0;
  // Appends what the instruction wrote to its registers.
  virtual void report(uint32_t word, std::vector<sim::Write>& writes) = 0;
};

}  // namespace evariste::mips
