// SPDX-License-Identifier: Apache-2.0
// The accelerator, cycle by cycle. A command goes from the queue into a station of its unit. There
// it waits for its operands; a unit starts a command that has them. Results are seen by all
// stations and by the registers, one in each cycle.
//
// A register that waits for a result, or an operand that does, has the number of the command that
// will give it. A state is that at the beginning of a cycle.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "billie/field.hpp"
#include "billie_isa.hpp"
#include "mips/accelerated/accelerator.hpp"

namespace evariste::billie {

struct Parameters {
  Field field;
  unsigned digit = 8, depth = 8;
  bool set(std::string_view name, int64_t value);
};

class Unit {
 public:
  Unit(const Parameters& parameters, mips::SharedRam ram);

  void reset();
  // The state of `cycle`, unless it is later already.
  void reach(uint64_t cycle);
  // All commands end, in no time.
  void settle();

  // What the core asks, in the present cycle.
  bool accepts() const { return queue_.size() + asked_ < parameters_.depth; }
  bool idle() const { return resting() && !asked_; }
  bool failed() const { return error_ != kErrorNone; }
  void command(uint32_t word);
  void write(unsigned control, uint32_t value);
  uint32_t read(unsigned control) const;
  mips::EventTrace& trace() { return trace_; }
  // A bit of `register` (a word of a register), `tag` (what a register waits for, and whether it
  // does), `queue` (of a command, or of a value to write), `index` or `flag` flips.
  bool flip(const sim::Flip& flip);
  std::vector<sim::EventCount> event_counts() const { return counts_.named("accelerator works"); }

 private:
  static constexpr unsigned kStations = 2, kRegisters = 16;
  enum Kind : unsigned { kMultiplier, kSquarer, kMover, kUnits };
  using Id = uint64_t;  // of a result; 0: none

  // A command, or a write of index or flag.
  struct Entry {
    Insn insn = Insn::illegal;
    Operands o;
    uint32_t value = 0;  // of a write: insn is ctc2; else the word
  };
  struct Operand {
    Element value{};
    Id from = 0;  // what it waits for
  };
  // A command in a station or in its unit.
  struct Job {
    Entry entry;
    Operand a, b;
    Id id = 0;          // of its first result; the second one has the next number
    unsigned left = 0;  // cycles until its result is there, the present one included
    unsigned results = 0;
    std::array<Element, 2> result{};
    bool complete() const { return a.from == 0 && b.from == 0; }
  };
  struct Result {
    Id id;
    Element value;
  };

  void tick();
  void multiply();
  void square();
  void move();
  bool check();   // of what the mover begins; false: an error
  void answer();  // of the memory
  void request();
  void dispatch();
  void fail(uint32_t error);
  bool resting() const;

  static Kind kind_of(Insn insn, const Operands& o);
  static bool is_illegal(const Entry& entry);
  static bool of_flag(const Entry& entry);
  unsigned destinations(const Entry& entry) const;
  std::optional<Job> take(Kind kind, bool in_order);
  Operand operand(int32_t number) const;
  void offer(Job& job);  // its next result
  bool in_ram(uint64_t address, uint64_t words) const;

  Parameters parameters_;
  mips::SharedRam ram_;
  uint64_t cycle_ = 0;
  bool quiet_ = false;  // a tick changes nothing but the cycle

  uint32_t error_ = 0, base_ = 0, table_ = 0, count_ = 1, index_ = 0, stride_ = 0;
  bool flag_ = false;

  std::deque<Entry> queue_;
  std::optional<Entry> push_;  // enters the queue at the end of the cycle
  bool asked_ = false;         // a command, or a write that takes its place in the queue, comes

  std::array<Operand, kRegisters> registers_;
  std::array<std::vector<Job>, kUnits> stations_;  // the oldest first
  std::array<std::optional<Job>, kUnits> running_;
  std::optional<Result> bus_;  // of this cycle
  Id next_id_ = 1;

  // The mover: words that it has asked for, and whether there was a request in the last cycle.
  uint32_t move_address_ = 0;
  unsigned move_words_ = 0, move_asked_ = 0, move_answered_ = 0;
  bool awaits_ = false;
  uint32_t answer_ = 0;

  bool failed_now_ = false;
  uint32_t ended_ = 0;  // a bit for each unit that ends a command in this cycle
  mips::EventTrace trace_;

  void strike();  // the flip, in its cycle
  std::optional<sim::Flip> flip_;
  mips::Counts counts_;
};

}  // namespace evariste::billie
