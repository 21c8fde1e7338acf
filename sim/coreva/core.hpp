// SPDX-License-Identifier: Apache-2.0
// The core coreva as a cycle-exact interpreter.
//
// Two ways lead through a bundle and give the same. Core::step computes all of it and writes then;
// Core::quick runs one operation after the other where that may be done and nobody watches.
//
// Each bundle is decoded once, when it is first reached, into an array with one Bundle per word of
// code memory. Time is the cycle in which a bundle is in EX, counted from 0 at reset. For each
// register there is the first such cycle of a bundle that needs it (ready_), for each flag the same
// (flag_ready_); a branch needs its guard a cycle sooner, since DE decides it. That is the
// pipeline's whole model.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/machine.hpp"
#include "coreva/coreva.hpp"
#include "coreva/plan.hpp"

namespace evariste::coreva {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
// An array that begins as zeros; pages of it that are not touched take no memory.
template <typename T>
using Zeros = std::unique_ptr<T[], Free>;

class Core final : public sim::Machine {
 public:
  explicit Core(const Extensions& extensions);

  void reset() override;
  void clear() override;
  sim::Pause run(const sim::Bounds& bounds) override;
  sim::Value read_register(unsigned row) const override;
  bool write_register(unsigned row, const sim::Value& value) override;
  bool read_memory(uint32_t address, std::span<uint8_t> out) const override;
  bool write_memory(uint32_t address, std::span<const uint8_t> bytes) override;
  uint64_t cycles() const override { return now_; }
  uint64_t instructions() const override { return count_; }
  sim::Mix mix() const override;
  sim::Faults faults() const override { return {fault_, {}}; }
  Breakpoint breakpoint() const override { return breakpoint_; }
  void observe(sim::Observer* observer) override { observer_ = observer; }
  std::string take_console() override { return std::exchange(console_, {}); }
  std::span<const sim::CounterRead> counter_reads() const override { return counter_reads_; }

  // An operation of a prepared bundle, under its guard, and those behind it if it is not the last.
  template <Insn kInsn, bool kGuarded, bool kLast>
  static void perform(Core& core, const Step* step);

 private:
  static constexpr uint32_t kWords = kCodeSize / 4;

  struct Jump {
    bool taken = false, call = false, through = false;  // a branch; that links; to a register
    uint32_t target = 0;
  };

  // What a bundle writes when nothing of it faults. A register's write may be of one halfword.
  struct Result {
    struct {
      uint8_t number;
      uint32_t value, mask;
    } write[sim::kSlots];
    unsigned writes;
    uint32_t flags, flag_mask;
    uint32_t dq[2];
    Jump jump;
    bool trap;
    sim::Store store;  // bytes 0: none
  };

  // One bundle. A pause other than kBound ends the run.
  template <bool kWatched>
  sim::Pause step();
  const Bundle& fetch(uint32_t pc);
  // The first cycle in which the operands are there.
  uint64_t when(const Bundle& bundle) const;
  // The same if the accelerator is busy.
  uint64_t granted(const Bundle& bundle, uint64_t cycle) const;
  // Computes one operation that is enabled in the lanes of the mask. `behind` is the address behind
  // the bundle. A cause: nothing of the bundle happens.
  Cause compute(const Op& op, unsigned slot, uint32_t lanes, uint32_t behind, uint64_t cycle,
                Result& result);
  Cause load(const Op& op, uint32_t address, uint32_t& value);
  Cause store(const Op& op, uint32_t address, sim::Store& made);
  bool leave(uint32_t pc, const Bundle& bundle);
  void branch(const Bundle& bundle, const Jump& jump, uint64_t first);
  void commit(const Result& result, uint64_t cycle);
  void delay(const Bundle& bundle, uint64_t first, uint64_t cycle);
  uint32_t behind_delay(uint32_t pc) const;
  sim::Pause stop(Cause cause, uint32_t address, uint64_t cycle);
  bool report(uint32_t pc, const Bundle& bundle, const Result& result, uint64_t cycle,
              uint32_t flags);
  void drain();

  // Bundles that are run operation by operation (quick.cpp), up to a bound or to a bundle that
  // cannot be.
  sim::Pause quick(uint64_t cycles, uint64_t instructions);
  Plan* plan_at(uint32_t pc);  // nullptr: there is no code
  Plan* prepare(uint32_t pc);
  void forget();  // all plans; mix_ takes what they have counted
  template <Insn kInsn>
  void perform(const Step& step);
  uint8_t* bytes() { return reinterpret_cast<uint8_t*>(ram_.data()); }

  const Extensions extensions_;

  // Architectural state.
  uint32_t r_[kGeneral + 1] = {};  // and a place for results that are dropped
  uint32_t flags_ = 0;             // p1 to p14 in bits 1 to 14
  uint32_t dq_[2] = {};
  uint32_t pc_ = 0, target_ = 0;
  uint8_t delay_ = 0;   // row kDelay
  bool call_ = false;   // the branch before the delay bundle is a call
  bool alone_ = false;  // and it is alone in its bundle
  bool stopped_ = false;

  // Time.
  uint64_t now_ = 0;        // the next cycle in which a bundle can be in EX
  uint64_t target_at_ = 0;  // the same for the target of the taken branch
  uint64_t ready_[kGeneral] = {};
  uint64_t flag_ready_[16] = {};
  uint32_t awaited_ = 0;  // a bit for each register that may be waited for
  uint64_t count_ = 0;
  sim::Mix mix_{};  // without what the plans have counted

  std::vector<uint32_t> code_, ram_;
  Field field_;
  Zeros<Bundle> bundles_;
  Zeros<Plan*> plans_;
  Plans memory_;
  std::vector<uint32_t> prepared_;  // the addresses of all plans
  Jump jump_;                       // of the bundle that quick.cpp runs
  Bundle outside_{};

  // State that the host asks for.
  sim::Fault fault_;
  uint32_t fault_address_ = 0;
  Breakpoint breakpoint_;
  std::string console_;
  std::vector<sim::CounterRead> counter_reads_;
  sim::Observer* observer_ = nullptr;
  std::vector<sim::Write> writes_;
  uint32_t c_[2] = {};  // the rows of the flags, for a report
};

}  // namespace evariste::coreva
