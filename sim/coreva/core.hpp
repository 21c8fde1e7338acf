// SPDX-License-Identifier: Apache-2.0
// The core coreva as a cycle-exact interpreter.
//
// Each bundle is decoded once, when it is first reached, into an array with one Bundle per word of
// code memory. Time is the cycle in which a bundle is in EX, counted from 0 at reset. For each
// register there is the first such cycle of a bundle that needs it (ready_), for each flag the same
// (flag_ready_); a branch needs its guard a cycle sooner, since DE decides it. That is the
// pipeline's whole model.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/machine.hpp"
#include "coreva/coreva.hpp"

namespace evariste::coreva {

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
  sim::Mix mix() const override { return mix_; }
  sim::Faults faults() const override { return {fault_, {}}; }
  Breakpoint breakpoint() const override { return breakpoint_; }
  void observe(sim::Observer* observer) override { observer_ = observer; }
  std::string take_console() override { return std::exchange(console_, {}); }
  std::span<const sim::CounterRead> counter_reads() const override { return counter_reads_; }

 private:
  static constexpr uint32_t kWords = kCodeSize / 4;

  // What a bundle writes when nothing of it faults. A register's write may be of one halfword.
  struct Result {
    struct {
      uint8_t number;
      uint32_t value, mask;
    } write[sim::kSlots];
    unsigned writes;
    uint32_t flags, flag_mask;
    uint32_t dq[2];
    bool taken, call, through;  // a branch; one that links; one to a register
    uint32_t target;
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
  void commit(const Result& result, uint64_t cycle);
  void delay(const Bundle& bundle, uint64_t first, uint64_t cycle);
  uint32_t behind_delay(uint32_t pc) const;
  sim::Pause stop(Cause cause, uint32_t address, uint64_t cycle);
  bool report(uint32_t pc, const Bundle& bundle, const Result& result, uint64_t cycle,
              uint32_t flags);
  void drain();

  const Extensions extensions_;

  // Architectural state.
  uint32_t r_[kGeneral] = {};
  uint32_t flags_ = 0;  // p1 to p14 in bits 1 to 14
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
  uint64_t count_ = 0;
  sim::Mix mix_{};

  std::vector<uint32_t> code_, ram_;
  Field field_;
  struct Free {
    void operator()(Bundle* bundles) const;
  };
  std::unique_ptr<Bundle[], Free> bundles_;  // pages that are not touched take no memory
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
