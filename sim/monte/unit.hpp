// SPDX-License-Identifier: Apache-2.0
// The accelerator, cycle by cycle: a queue, and three stages that work on successive commands.
//
//   load stage     takes a command, checks it, finds its operands in buffers or loads them
//   arithmetic     reads operands from two buffers, writes a pair of results
//   store stage    stores the chosen result
//
// Results are architectural: what a command computes is computed at once, when it is done. A state
// is that at the beginning of a cycle.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "mips/accelerated/accelerator.hpp"
#include "monte/field.hpp"
#include "monte_isa.hpp"

namespace evariste::monte {

struct Parameters {
  bool digits = false, sqr = false, dual = false;
  unsigned depth = 16;
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
  uint32_t read(unsigned control);  // of wait: forgets the buffers
  mips::EventTrace& trace() { return trace_; }
  // A bit of `buffer` (a word of a buffer), `tag` (a buffer's slot number, and whether it has one),
  // `queue` (of a command, or of a value to write), `index` or `flag` flips.
  bool flip(const sim::Flip& flip);
  std::vector<sim::EventCount> event_counts() const { return counts_.named("arithmetic works"); }

 private:
  static constexpr unsigned kBuffers = 8, kResults = 3;
  static constexpr unsigned kNowhere = kBuffers;  // no buffer

  // A command, or a write of index or flag.
  struct Entry {
    Insn insn = Insn::illegal;
    Operands o;
    uint32_t value = 0;  // of a write: insn is ctc2; else the word
    bool has_dest() const;
    bool has_other() const;
    unsigned first() const { return insn == Insn::pcswap ? o_dest() : unsigned(o.first); }
    unsigned o_dest() const { return unsigned(o.dest); }
    unsigned o_other() const { return unsigned(o.other); }
  };
  struct Buffer {
    Slot words{};
    std::optional<unsigned> slot;  // what it holds
    uint64_t used = 0;             // when, for the choice of the least recently used one
  };
  enum class Load { kEmpty, kCheck, kFirst, kOther, kMove, kReady };
  enum class Arithmetic { kIdle, kRuns, kDone };
  enum class From { kBuffer, kDest, kOther };  // an operand is in a buffer, or what is computed now
  struct Operand {
    unsigned buffer = kNowhere;
    From from = From::kBuffer;
  };
  struct Answer {  // of the memory, for a request of the last cycle
    bool load = false, store = false, last = false;
  };

  void tick();
  void load_step();
  void check();
  void find(Operand& operand, unsigned slot, bool fetch);
  void after_operand();
  void begin_move(unsigned buffer, uint32_t address, unsigned words);
  void take_next();
  void transfer();
  void finish();
  void give_results();
  void request();
  void fail(uint32_t error);
  bool resting() const;
  bool steady() const;  // nothing goes on, and a tick begins nothing

  bool in_ram(uint64_t address, uint64_t words) const;
  uint32_t address_of(unsigned slot) const { return base_ + 4 * stride_ * slot; }
  bool pending(unsigned slot) const;                  // it is being computed or stored
  bool pending_in(uint32_t from, uint32_t to) const;  // so is a slot in this range
  std::array<bool, kBuffers> owned() const;
  unsigned victim() const;
  void touch(unsigned buffer) { buffers_[buffer].used = ++uses_; }
  void forget(unsigned slot);

  Parameters parameters_;
  mips::SharedRam ram_;
  uint64_t cycle_ = 0;
  bool quiet_ = false;  // a tick changes nothing but the cycle

  // Registers.
  uint32_t error_ = 0, config_ = 0, base_ = 0, digits_[2] = {}, table_ = 0, count_ = 1, index_ = 0;
  bool flag_ = false, modulus_set_ = false;
  unsigned stride_ = 0;
  Field field_;

  std::deque<Entry> queue_;
  std::optional<Entry> push_;  // enters the queue at the end of the cycle

  Load load_ = Load::kEmpty;
  Entry loading_;
  Operand first_, other_;
  unsigned move_to_ = kNowhere;  // the buffer; kNowhere: the modulus
  uint32_t move_address_ = 0;
  unsigned move_words_ = 0, move_asked_ = 0;
  bool even_ = false;

  Arithmetic state_ = Arithmetic::kIdle;
  Entry running_;
  unsigned a_ = kNowhere, b_ = kNowhere, left_ = 0;
  std::array<unsigned, kResults> results_;

  bool storing_ = false;
  unsigned stores_ = 0, stored_ = 0;  // slots; words asked for
  std::array<unsigned, 2> store_buffer_{}, store_slot_{};

  std::array<Buffer, kBuffers> buffers_;
  uint64_t uses_ = 0;
  Answer answer_;
  bool failed_now_ = false;
  bool asked_ = false;    // a command, or a write that takes its place in the queue, comes
  bool forgets_ = false;  // the buffers forget their slots at the end of the cycle

  mips::EventTrace trace_;
  bool completed_ = false;

  void strike();  // the flip, in its cycle
  std::optional<sim::Flip> flip_;
  mips::Counts counts_;
};

}  // namespace evariste::monte
