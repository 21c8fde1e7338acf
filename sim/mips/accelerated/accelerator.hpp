// SPDX-License-Identifier: Apache-2.0
// An accelerator that takes commands and has the second port of RAM, as coprocessor 2 of the core
// mips.
//
// Unit is the accelerator, cycle by cycle. It has
//   Unit(parameters, ram), reset(), reach(cycle), settle()  reach: the state is that of this cycle
//   accepts(), idle(), failed()                             what the core asks, in the present
//   cycle command(word), write(register, value), read(register) trace() the word of an EventTrace
//
// Words says what instruction words are: legal(word), place(word) in sim::Mix, and the numbers of
// the registers kWait, kIndex and kFlag.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mips/coprocessor.hpp"
#include "mips/mips.hpp"

namespace evariste::mips {

constexpr unsigned kRowTrace = 0, kRowCount = 1;  // behind the core's rows
constexpr unsigned kFirstFile = 3;                // of sim::Write

// What happened at the accelerator's memory port and when, and which commands ended, folded into
// one word.
class EventTrace {
 public:
  void request(uint64_t cycle, bool write, uint32_t address, uint32_t data) {
    fold(cycle, address | 1 | uint32_t{write} << 1, write ? data : 0);
  }
  void ends(uint64_t cycle, uint32_t which) {
    if (which != 0) fold(cycle, which << 2, 0);
  }
  void clear() { *this = {}; }
  uint32_t word() const { return word_; }

 private:
  void fold(uint64_t cycle, uint32_t event, uint32_t data) {
    const uint32_t gap = last_ ? static_cast<uint32_t>(cycle - *last_) : 0;
    word_ = (std::rotl(word_, 5) ^ event ^ data * 0x9E3779B1u) * 0x85EBCA6Bu + gap;
    last_ = cycle;
  }

  uint32_t word_ = 0;
  std::optional<uint64_t> last_;
};

// Where sim::Mix counts an instruction of this class.
template <typename Klass>
constexpr size_t place_of_class(Klass klass) {
  switch (klass) {
    case Klass::load:
      return kLoads;
    case Klass::store:
      return kStores;
    case Klass::multiply:
      return kMultiplies;
    case Klass::alu:
      return kAlu;
    default:
      return kOthers;
  }
}

template <typename Unit, typename Parameters, typename Words>
class Accelerator final : public Coprocessor {
 public:
  explicit Accelerator(const Parameters& parameters)
      : parameters_(parameters), unit_(parameters, {}) {}

  void attach(const SharedRam& ram) override { unit_ = Unit(parameters_, ram); }
  void reset() override {
    unit_.reset();
    trace_ = 0;
  }

  Kind kind(uint32_t word) const override {
    if (is_command(word)) return Kind::kOperation;  // also one that is not assigned
    if (!Words::legal(word)) return Kind::kReserved;
    return is_write(word) ? Kind::kFromCore : Kind::kToCore;
  }
  size_t place(uint32_t word) const override { return Words::place(word); }

  // In the cycle before it is in EX, the accelerator has to be ready for it.
  uint64_t start(uint32_t word, uint64_t cycle) const override {
    const unsigned number = control(word);
    const auto ready = [&] {
      if (is_command(word) || (is_write(word) && is_queued(number))) return unit_.accepts();
      if (is_write(word)) return unit_.idle();
      return number != Words::kWait || unit_.idle() || unit_.failed();
    };
    for (;; ++cycle) {
      if (cycle != 0) unit_.reach(cycle - 1);
      if (ready()) return cycle;
    }
  }

  uint32_t execute(uint32_t word, uint32_t value, uint64_t cycle) override {
    unit_.reach(cycle);
    trace_ = unit_.trace();
    if (is_command(word)) {
      unit_.command(word);
    } else if (is_write(word)) {
      unit_.write(control(word), value);
    } else {
      return unit_.read(control(word));
    }
    return 0;
  }

  uint32_t row() const override { return 4; }
  void load(uint32_t, const uint8_t*, uint64_t) override {}
  std::span<const uint32_t> store(uint32_t) override { return {}; }

  void drain() override {}
  void settle() override { unit_.settle(); }
  void reach(uint64_t cycle) override { unit_.reach(cycle); }

  sim::Value read_register(unsigned row) const override { return row == kRowTrace ? trace_ : 0; }
  bool write_register(unsigned row, const sim::Value& value) override {
    return value == read_register(row);
  }
  void report(uint32_t, std::vector<sim::Write>& writes) override {
    writes.push_back({kFirstFile, kRowTrace, 0, {&trace_, 1}});
  }

  static bool is_queued(unsigned number) {
    return number == Words::kIndex || number == Words::kFlag;
  }

 private:
  static bool is_command(uint32_t word) { return (word & 0xFE000000) == 0x4A000000; }
  // Of another legal word: CFC2 or CTC2.
  static bool is_write(uint32_t word) { return word >> 23 & 1; }
  static unsigned control(uint32_t word) { return word >> 11 & 31; }

  const Parameters parameters_;
  mutable Unit unit_;  // its state is brought up to the cycle that is asked about
  uint32_t trace_ = 0;
};

}  // namespace evariste::mips
