// SPDX-License-Identifier: Apache-2.0
// `lockstep`: two engines side by side, compared at every retirement.
//
// The leader (the RTL) runs freely; each of its retirements makes the follower (the interpreter) do
// one instruction, and everything the two report is compared: address and word of the instruction,
// where it goes, exception and cause, registers, flags, special registers, memory writes, and the
// cycle number. The first difference stops the run. At every pause the state that retirements do
// not show (both stack pointers, the field descriptor) is compared too. The interpreter does not
// prefetch: where a program stores over what comes next without an ISB, the RTL may execute what
// was there before, as the architecture allows; that is a difference, and says so. Interrupt lines
// are driven by the cycle number, so both sides see them alike.
//
// A leader with wait states needs more cycles than the follower would. The follower is told when
// (sim::EventTimes), and nothing else: whether an interrupt is taken there, and which, what the
// cycle counter and SysTick then say, and when a sleep ends, both must find alike.
//
// Of the host there is one: it sees the follower's state, and what it changes, it changes in both.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/machine.hpp"

namespace evariste::cosim {

class Lockstep final : public sim::Machine, private sim::Observer {
 public:
  // `waits`: the leader has wait states.
  Lockstep(std::unique_ptr<sim::Machine> leader, std::unique_ptr<sim::Machine> follower,
           bool waits);

  void reset() override;
  void clear() override;
  sim::Pause run(const sim::Bounds& bounds) override;
  uint32_t read_register(unsigned index) const override { return follower_->read_register(index); }
  void drive(std::span<const sim::LineChange> changes) override;
  void write_register(unsigned index, uint32_t value) override;
  bool read_memory(uint32_t address, std::span<uint8_t> out) const override {
    return follower_->read_memory(address, out);
  }
  bool write_memory(uint32_t address, std::span<const uint8_t> bytes) override;
  uint64_t cycles() const override { return leader_->cycles(); }
  uint64_t instructions() const override { return leader_->instructions(); }
  sim::Mix mix() const override { return follower_->mix(); }
  sim::Faults faults() const override { return follower_->faults(); }
  unsigned breakpoint() const override { return leader_->breakpoint(); }
  void observe(sim::Observer* observer) override { observer_ = observer; }
  std::string take_console() override;
  std::span<const sim::CounterRead> counter_reads() const override {
    return leader_->counter_reads();
  }
  std::string difference() const override { return difference_; }

 private:
  // A retirement with what it points to.
  struct Event {
    std::array<uint32_t, 16> regs{};
    std::vector<sim::Store> stores;
    sim::Retirement head{.regs = regs, .stores = {}};
    void take(const sim::Retirement& event);
  };
  class Recorder final : public sim::Observer {
   public:
    explicit Recorder(Event& event) : event_(event) {}
    bool retired(const sim::Retirement& event) override {
      event_.take(event);
      seen = true;
      return false;  // one at a time
    }
    bool seen = false;

   private:
    Event& event_;
  };

  bool retired(const sim::Retirement& event) override;  // of the leader
  sim::Pause step();                                    // the follower's next event
  bool agree(const sim::Retirement& leader, const sim::Retirement& follower) const;
  void explain(const sim::Retirement& leader);
  void remember_stores(const sim::Retirement& leader);
  bool stored_over(uint32_t pc) const;
  void compare_rest(bool locked_up);
  void differ(std::string text);
  std::string history() const;

  std::unique_ptr<sim::Machine> leader_, follower_;
  bool waits_;
  sim::Observer* observer_ = nullptr;
  Event follower_event_;
  Recorder recorder_{follower_event_};
  std::string difference_;

  static constexpr size_t kKept = 16;  // retirements shown with a difference
  struct Past {
    uint64_t cycle;
    uint32_t pc, insn;
  };
  std::array<Past, kKept> past_{};
  uint64_t retirements_ = 0;
  std::vector<uint32_t> stale_;  // words stored right ahead of the pc since control was transferred
  std::string console_leader_, console_follower_;
};

}  // namespace evariste::cosim
