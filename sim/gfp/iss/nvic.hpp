// SPDX-License-Identifier: Apache-2.0
// The interrupt controller and SysTick of the machine gfp, cycle by cycle.
//
// The state is the state at the beginning of the cycle now(). An event in a cycle (a line, a store,
// the beginning or end of an exception) is visible at the beginning of the next cycle. Bit e of a
// mask is exception number e: 2 NMI, 14 PendSV, 15 SysTick, 16.. the external interrupts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/machine.hpp"
#include "gfp_isa.hpp"

namespace evariste::iss {

class Nvic {
 public:
  static constexpr uint64_t kNever = UINT64_MAX;

  void reset();
  // A device that raises gfp::kDeviceIrq, besides the lines.
  void connect(sim::Device* device) { device_ = device; }
  // Sets the changes of the lines from now on, in ascending order of cycles since reset.
  void drive(std::span<const sim::LineChange> changes);

  // Advances to the beginning of `cycle`. Only lines and SysTick may change on the way. The device
  // has had all accesses of earlier cycles.
  void advance(uint64_t cycle);
  uint64_t now() const { return now_; }
  // A cycle after now() before which nothing new is pending, or kNever. After advance().
  uint64_t next_change() const;

  // Decisions, while the exception `ipsr` is active.
  unsigned preempting(unsigned ipsr, bool primask) const;  // exception number; 0: none
  bool svc_preempts(unsigned ipsr, bool primask) const;
  bool to_thread() const { return levels_ == 0; }
  bool returns_to_hardfault(unsigned ipsr) const { return hardfault_ && ipsr == gfp::kExcNmi; }
  bool event() const { return event_; }
  bool sleeps_on_exit() const { return control_ & 2; }

  // Events in the cycle now(). Each call advances to the next cycle.
  void enter(unsigned number);  // an exception begins
  void leave(unsigned ipsr);    // an exception ends
  void send_event();
  void take_event();
  uint32_t read(uint32_t address, unsigned ipsr);  // of the System Control Space
  void write(uint32_t address, uint32_t value);

 private:
  struct Happening {
    uint64_t set = 0, clear = 0;  // pending
    bool event = false, no_event = false;
    bool clears_counter = false, clears_flag = false;
  };
  void step(const Happening& what);    // the cycle now()
  uint64_t next_line(uint64_t cycle);  // that in which a line changes, if not after `cycle`
  void tick(uint64_t cycles, bool clears_counter, bool clears_flag);
  uint64_t best(unsigned& level) const;  // the highest priority among those pending and enabled
  unsigned level_of(unsigned number) const {
    return number == gfp::kExcSvcall ? svc_level_ : level_[number];
  }

  uint64_t now_ = 0;
  uint64_t pending_ = 0, active_ = 0, enabled_ = 0, lines_ = 0;
  uint8_t level_[48] = {};
  uint8_t svc_level_ = 0;
  uint8_t levels_ = 0;      // active priorities
  bool hardfault_ = false;  // active
  uint8_t control_ = 0;     // SCR
  bool event_ = false;

  uint8_t timer_ = 0;  // SYST_CSR: ENABLE, TICKINT
  bool wrapped_ = false;
  uint32_t reload_ = 0, current_ = 0;

  std::vector<sim::LineChange> changes_;
  size_t next_ = 0;  // of them, not yet applied
  uint64_t driven_ = 0;
  sim::Device* device_ = nullptr;
  std::optional<uint64_t> turn_;  // the cycle of its interrupt's next change, if that is known
  uint64_t raised_ = 0;           // by the device
};

}  // namespace evariste::iss
