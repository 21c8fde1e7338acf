// SPDX-License-Identifier: Apache-2.0
// The core mips as a cycle-exact interpreter.
//
// Each instruction is decoded once, when it is first reached, into an array with one Op per word of
// memory. The interpreter keeps two places in that array: the instruction that executes, and the
// one behind it. A branch replaces the second by its target, so that its delay slot needs no code
// of its own.
//
// Time is the cycle in which an instruction is in EX, counted from 0 at reset. For each register
// there is the first such cycle of an instruction that needs it as an operand in EX (Ready). A
// branch needs it one stage earlier, so a cycle later; data to store one stage later. That is the
// pipeline's whole model: what can happen without a stall is in none of these numbers.
//
// The interpreter is compiled twice from one source: for speed, and with an observer.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/machine.hpp"
#include "mips/accumulator.hpp"
#include "mips/coprocessor.hpp"
#include "mips/icache.hpp"
#include "mips/mips.hpp"
#include "mips/op.hpp"

namespace evariste::mips {

class Core final : public sim::Machine {
 public:
  // `lines`: of interrupts, up to kMostLines; with any there is the timer, too.
  explicit Core(std::unique_ptr<Coprocessor> coprocessor = nullptr, unsigned lines = 0,
                unsigned multiply_cycles = kMulCycles, AccumulatorUnit accumulator = {},
                CacheGeometry cache = {});
  ~Core() override;
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  void reset() override;
  void clear() override;
  sim::Pause run(const sim::Bounds& bounds) override;
  sim::Pause follow(const sim::EventTimes& event_times) override;
  void drive(std::span<const sim::LineChange> changes) override {
    changes_.assign(changes.begin(), changes.end());
  }
  sim::Value read_register(unsigned row) const override;
  bool write_register(unsigned row, const sim::Value& value) override;
  bool read_memory(uint32_t address, std::span<uint8_t> out) const override;
  bool write_memory(uint32_t address, std::span<const uint8_t> bytes) override;
  uint64_t cycles() const override { return now_; }
  uint64_t instructions() const override { return count_; }
  sim::Mix mix() const override;
  sim::Faults faults() const override { return faults_; }
  Breakpoint breakpoint() const override { return breakpoint_; }
  void observe(sim::Observer* observer) override { observer_ = observer; }
  std::string take_console() override { return std::exchange(console_, {}); }
  std::span<const sim::CounterRead> counter_reads() const override { return counter_reads_; }
  std::vector<sim::EventCount> event_counts() const override;
  bool flip(const sim::Flip& flip) override { return coprocessor_ && coprocessor_->flip(flip); }

 private:
  static constexpr uint32_t kRomOps = kRomSize / 4, kRamOps = kRamSize / 4;
  static constexpr uint32_t kGuard = 4;  // behind each memory, for control that runs over its end
  static constexpr unsigned kPageShift = 8;  // granularity of the check of stores for decoded code
  // The core has halted before the next instruction, since the host has changed something or will:
  // everything in flight ends without counting.
  void drain();
  // The same, and what the coprocessor does beside the core ends.
  void settle();

  static constexpr uint64_t kNever = ~uint64_t{0};

  template <bool kWatched>
  sim::Pause interpret(uint64_t bound);

  // Decoding (predecode.cpp).
  void decode(Op* op);
  void decode_coprocessor(Op* op, uint32_t word) const;
  void decode_accumulator(Op* op, Insn insn, uint32_t word) const;
  uint32_t pc_of(const Op* op) const;
  Op* place(uint32_t pc);  // in a memory, or a place of its own for an address outside
  bool fetch(uint32_t address, uint32_t& word) const;
  void forget_code(uint32_t ram_offset, uint32_t bytes);
  void forget_rom();

  // Memory accesses that the interpreter does not do itself (memory.cpp). An access is aligned.
  // False: bus error. `cycle` is that of the load.
  bool load_slow(uint32_t address, unsigned bytes, uint64_t cycle, uint32_t& value);
  bool store(uint32_t address, unsigned bytes, uint32_t value, uint64_t cycle);
  // Before a store into RAM that the coprocessor shares.
  void note_store(uint32_t offset, unsigned bytes, uint64_t cycle);
  bool read_counts(uint32_t address, uint64_t cycle, uint32_t& value);
  void note_counter_read(uint32_t pc, uint64_t cycle);

  // An exception of the instruction at pc; false: the core stops, since EXL was 1. Control goes to
  // pc_ (exceptions.cpp).
  bool take_exception(Cause cause, uint32_t pc, bool in_slot, uint32_t address, unsigned unit);
  uint32_t read_cp0(unsigned number, uint64_t cycle);
  void write_cp0(unsigned number, uint32_t value, uint64_t cycle);

  // Interrupts (exceptions.cpp). Requests as in Cause.IP, with software's, at the beginning of a
  // cycle; whether one is enabled; whether one may come, although nothing is executed.
  uint32_t requests(uint64_t cycle);
  bool asks(uint64_t cycle);
  bool awaits() const;
  void take_interrupt(uint32_t pc, bool in_slot);
  uint32_t count(uint64_t cycle) const { return static_cast<uint32_t>(cycle) + count_offset_; }
  uint32_t flags() const;
  bool accumulates() const { return accumulator_.decode != nullptr; }
  void accumulate(AccumulatorOp op, uint32_t a, uint32_t b) {
    const Accumulator value = accumulated(op, {lo_, hi_, upper_}, a, b);
    lo_ = value.lo;
    hi_ = value.hi;
    upper_ = value.upper;
  }
  // The coprocessor's first row.
  unsigned second_rows() const { return kRows + accumulates(); }
  unsigned written(uint32_t word) const;

  // The observed instruction (watch.cpp).
  struct Before {
    uint32_t pc = 0, word = 0;
    uint32_t r[kGeneral] = {};
    uint32_t special[6] = {};  // rows kLo to kEpc
    uint32_t upper = 0;
    bool in_slot = false;
  };
  void note(Before& before, const Op* op, bool in_slot) const;
  bool report(const Before& before, uint64_t cycle);

  // Architectural state; r_[kNowhere] is no register.
  uint32_t r_[kGeneral + 1] = {};
  uint32_t lo_ = 0, hi_ = 0;
  uint32_t upper_ = 0;  // 0 without an accumulator
  uint32_t pc_ = 0, after_ = 0;
  uint32_t status_ = 0, cause_ = 0, epc_ = 0, badvaddr_ = 0;
  bool link_ = false;
  bool stopped_ = false;
  const std::unique_ptr<Coprocessor> coprocessor_;  // number 2; nullptr: there is none

  // Time.
  const unsigned multiply_cycles_;
  const AccumulatorUnit accumulator_;
  uint64_t now_ = 0;                   // the next cycle in which an instruction can be in EX
  uint64_t ready_[kGeneral + 1] = {};  // see above
  uint64_t ready_hilo_ = 0;
  uint64_t count_ = 0;      // instructions
  uint64_t slot_ = kNever;  // the count before an instruction in a delay slot
  sim::Mix mix_{};          // without the ALU's

  // The instruction cache, if there is one. Then the interpreter is the one with an observer, in
  // which pc_ and after_ are the addresses of the present instruction and of the one behind it.
  const std::unique_ptr<Icache> icache_;
  uint64_t last_ = 0;                       // the cycle in which the last instruction was in EX
  unsigned stays_ = 0;                      // cycles that the present one keeps the next out of EX
  std::array<uint64_t, 2> given_counts_{};  // the other machine's
  bool caches() const { return icache_ != nullptr && decided_ == kNever; }

  // Interrupts. Nothing of it changes in a core without them.
  const unsigned lines_;
  std::vector<sim::LineChange> changes_;
  uint32_t count_offset_ = 0, compare_ = 0;
  bool timer_ = false;  // its request, from the matches before timer_until_
  uint64_t timer_until_ = 0;
  uint64_t decided_ = kNever;  // the cycle in which the other machine's instruction could begin

  // Memory and its decoded image. Byte [i] of code_page_ (rom_page_) is set when page i of RAM
  // (ROM) has decoded instructions.
  std::vector<uint32_t> rom_, ram_;
  CoreStore core_store_;
  Op* ops_ = nullptr;  // ROM, a guard, RAM, a guard, then outside
  Op* ram_ops_ = nullptr;
  Op* outside_ = nullptr;
  uint32_t outside_pc_ = 0;  // the address that outside_ is for
  size_t ops_bytes_ = 0;
  std::vector<uint8_t> code_page_, rom_page_;

  // State that the host asks for.
  sim::Faults faults_;
  Breakpoint breakpoint_;
  std::string console_;
  std::vector<sim::CounterRead> counter_reads_;
  sim::Observer* observer_ = nullptr;
  std::vector<sim::Write> writes_;
  std::vector<sim::Store> stores_;
  uint8_t trapped_ = 0;       // the observed instruction's cause
  bool interrupted_ = false;  // an interrupt took its place
  uint32_t trap_address_ = 0;
  uint32_t branch_ = 0;    // the word of the observed instruction before it
  bool branched_ = false;  // the branch before this delay slot was taken
};

}  // namespace evariste::mips
