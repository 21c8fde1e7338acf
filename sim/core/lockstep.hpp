// SPDX-License-Identifier: Apache-2.0
// `lockstep`: two engines side by side, compared at every retirement.
//
// The leader (the RTL) runs freely; each of its retirements makes the follower (the interpreter) do
// one instruction or bundle, and everything the two report is compared: address and words of the
// operations, where it goes, exception and cause, registers, flags, memory writes, and the cycle
// number. A register that only one side reports as written must have kept its value. The first
// difference stops the run. At every pause the state that retirements do not show is compared too,
// and the memories where a run ends.
//
// The interpreter does not prefetch: where a program stores over what comes next without a barrier,
// the RTL may execute what was there before; that is a difference, and says so. Interrupt lines are
// driven by the cycle number, so both sides see them alike.
//
// A leader with wait states needs more cycles than the follower would. The follower is told when
// (sim::EventTimes), and nothing else: whether an interrupt is taken there, and which, what the
// cycle counter and timers then say, and when a sleep ends, both must find alike.
//
// There is only one host. It sees the follower's state and makes its changes in both.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/machine_info.hpp"

namespace evariste::cosim {

class Lockstep final : public sim::Machine, private sim::Observer {
 public:
  // `waits`: the leader has wait states.
  Lockstep(const sim::MachineInfo& info, std::unique_ptr<sim::Machine> leader,
           std::unique_ptr<sim::Machine> follower, bool waits);

  void reset() override;
  void clear() override;
  sim::Pause run(const sim::Bounds& bounds) override;
  sim::Value read_register(unsigned row) const override { return follower_->read_register(row); }
  void drive(std::span<const sim::LineChange> changes) override;
  bool write_register(unsigned row, const sim::Value& value) override;
  bool read_memory(uint32_t address, std::span<uint8_t> out) const override {
    return follower_->read_memory(address, out);
  }
  bool write_memory(uint32_t address, std::span<const uint8_t> bytes) override;
  uint64_t cycles() const override { return leader_->cycles(); }
  uint64_t instructions() const override { return leader_->instructions(); }
  sim::Mix mix() const override { return follower_->mix(); }
  sim::Faults faults() const override { return follower_->faults(); }
  Breakpoint breakpoint() const override { return leader_->breakpoint(); }
  void observe(sim::Observer* observer) override { observer_ = observer; }
  std::string take_console() override;
  std::span<const sim::CounterRead> counter_reads() const override {
    return leader_->counter_reads();
  }
  std::vector<sim::EventCount> event_counts() const override { return leader_->event_counts(); }
  std::string difference() const override { return difference_; }

 private:
  // A retirement with what it points to.
  struct Event {
    std::vector<uint32_t> words, general, values;
    std::vector<sim::Write> writes;
    std::vector<sim::Store> stores;
    sim::Retirement head;
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
  // The value of a register after an event of the leader (follower), and the slot it came from.
  struct After {
    std::span<const uint32_t> value;
    int slot = -1;  // not written
  };
  After after(const sim::Retirement& event, const sim::Write& which) const;
  bool same(const sim::Retirement& leader, const sim::Write& which) const;
  void explain(const sim::Retirement& leader);
  void know();  // the values of all registers that retirements name
  void remember(const sim::Retirement& leader);
  bool stored_over(uint32_t pc) const;
  void compare_rest(bool locked_up);
  void compare_memories();
  void differ(std::string text);
  std::string history() const;

  const sim::MachineInfo& info_;
  std::unique_ptr<sim::Machine> leader_, follower_;
  bool waits_;
  sim::Observer* observer_ = nullptr;
  Event follower_event_;
  Recorder recorder_{follower_event_};
  std::string difference_;

  static constexpr size_t kKept = 16;  // retirements shown with a difference
  struct Past {
    uint64_t cycle;
    uint32_t pc;
    unsigned count;
    std::array<uint32_t, sim::kSlots> words;
  };
  std::array<Past, kKept> past_{};
  uint64_t retirements_ = 0;
  std::vector<sim::Value> known_;  // by row, before the next event
  std::vector<uint32_t> stale_;    // words stored shortly ahead of the pc since the last branch
  std::string console_leader_, console_follower_;
};

}  // namespace evariste::cosim
