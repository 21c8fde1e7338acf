// SPDX-License-Identifier: Apache-2.0
// An accelerator that takes commands and has the second port of RAM, as coprocessor 2 of the core
// mips.
//
// Unit is the accelerator, cycle by cycle. It has
//   Unit(parameters, ram), reset(), reach(cycle), settle()  reach: the state is that of this cycle
//   accepts(), idle(), failed()                             what the core asks, in the present
//   cycle command(word), write(register, value), read(register) trace() an EventTrace
//   flip(flip) one fault, until reset                       event_counts()
//
// Words says what instruction words are: legal(word), place(word) in sim::Mix, and the numbers of
// the registers kWait, kIndex and kFlag.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mips/coprocessor.hpp"
#include "mips/mips.hpp"

namespace evariste::mips {

constexpr unsigned kRowTrace = 0, kRowPath = 1, kRowCount = 2;  // behind the core's rows
constexpr unsigned kFirstFile = 3;                              // of sim::Write

// What happened at the accelerator's memory port and when, and which commands ended, folded into
// two words. `word` has everything since reset, data included. `path` has what may not depend on
// secrets, so no data, since the core last asked.
class EventTrace {
 public:
  void request(uint64_t cycle, bool write, uint32_t address, uint32_t data) {
    fold(cycle, address | 1 | uint32_t{write} << 1, write ? data : 0);
  }
  void ends(uint64_t cycle, uint32_t which) {
    if (which != 0) fold(cycle, which << 2, 0);
  }
  // The core asks in this cycle.
  void asked(uint64_t cycle) {
    path_ = 0;
    since_ = cycle;
  }
  void clear() { *this = {}; }
  uint32_t word() const { return word_; }
  uint32_t path() const { return path_; }

 private:
  static uint32_t folded(uint32_t old, uint32_t event, uint64_t cycle,
                         std::optional<uint64_t>& last) {
    const uint32_t gap = last ? static_cast<uint32_t>(cycle - *last) : 0;
    last = cycle;
    return (std::rotl(old, 5) ^ event) * 0x85EBCA6Bu + gap;
  }
  void fold(uint64_t cycle, uint32_t event, uint32_t data) {
    word_ = folded(word_, event ^ data * 0x9E3779B1u, cycle, last_);
    path_ = folded(path_, event, cycle, since_);
  }

  uint32_t word_ = 0, path_ = 0;
  std::optional<uint64_t> last_, since_;
};

// How often since reset: cycles in which the accelerator works, its loads and its stores. The names
// are in records.
struct Counts {
  uint64_t work = 0, loads = 0, stores = 0;
  std::vector<sim::EventCount> named(const char* what) const {
    return {{what, work}, {"accelerator's load", loads}, {"accelerator's store", stores}};
  }
};

// The two words, as of the core's last question: the rows.
using Seen = std::array<uint32_t, kRowCount>;

inline void report_words(const Seen& seen, std::vector<sim::Write>& writes) {
  for (uint16_t row = 0; row < kRowCount; ++row) {
    writes.push_back({kFirstFile, row, 0, {&seen[row], 1}});
  }
}

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
  bool shares_ram() const override { return true; }
  void reset() override {
    unit_.reset();
    seen_ = {};
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
    EventTrace& trace = unit_.trace();
    seen_ = {trace.word(), trace.path()};
    trace.asked(cycle);
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
  bool flip(const sim::Flip& flip) override { return unit_.flip(flip); }
  std::vector<sim::EventCount> event_counts() const override { return unit_.event_counts(); }

  sim::Value read_register(unsigned row) const override { return seen_.at(row); }
  bool write_register(unsigned row, const sim::Value& value) override {
    return value == read_register(row);
  }
  void report(uint32_t, std::vector<sim::Write>& writes) override { report_words(seen_, writes); }

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
  Seen seen_{};
};

}  // namespace evariste::mips
