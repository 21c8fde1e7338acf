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

// The core's last store to RAM: its cycle, the word, the bits that it wrote and the word before.
struct CoreStore {
  uint64_t cycle = ~uint64_t{0};
  uint32_t word = 0, bits = 0, before = 0;
};

// The core's RAM, for a coprocessor with a memory port of its own. It reports what it stores. In a
// cycle in which the core stores into the same word, a load has the word before it, and of two
// stores the core's counts.
struct SharedRam {
  uint32_t* words;
  uint32_t base, size;  // in bytes
  std::function<void(uint32_t offset)> stored;
  const CoreStore* core;  // nullptr: there is no core

  uint32_t load(uint32_t address, uint64_t cycle) const {
    const uint32_t word = (address - base) / 4;
    return meets(word, cycle) ? core->before : words[word];
  }
  void store(uint32_t address, uint64_t cycle, uint32_t value) const {
    const uint32_t word = (address - base) / 4, kept = meets(word, cycle) ? core->bits : 0;
    words[word] = (words[word] & kept) | (value & ~kept);
    if (stored) stored(address - base);
  }

 private:
  bool meets(uint32_t word, uint64_t cycle) const {
    return core != nullptr && core->cycle == cycle && core->word == word;
  }
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
  // It has that port. Then the core calls reach before each access to RAM.
  virtual bool shares_ram() const { return false; }
  virtual bool flip(const sim::Flip&) { return false; }
  virtual std::vector<sim::EventCount> event_counts() const { return {}; }

  // Its registers follow those of the core in the table. False: it cannot have the value.
  virtual sim::Value read_register(unsigned row) const = 0;
  virtual bool write_register(unsigned row, const sim::Value& value) = 0;
  // Appends what the instruction wrote to its registers.
  virtual void report(uint32_t word, std::vector<sim::Write>& writes) = 0;
};

}  // namespace evariste::mips
