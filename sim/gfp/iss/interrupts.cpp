// SPDX-License-Identifier: Apache-2.0
// Taking interrupts between instructions, and sleep.
#include <algorithm>
#include <utility>

#include "gfp/iss/core.hpp"
#include "gfp/timing.hpp"

namespace evariste::iss {

using namespace timing;

using sim::Pause;

void Core::drive(std::span<const sim::LineChange> changes) {
  nvic_.advance(cycles_);
  nvic_.drive(changes);
}

// In place of the instruction at pc_, in what would be its first cycle.
Pause Core::take_interrupt() {
  const uint32_t interrupted = pc_;
  uint32_t before[16];
  std::copy(std::begin(r_), std::end(r_), before);
  stores_.clear();
  sleep_ = Sleep::kAwake;
  trap_cause_ = 0;
  trap_address_ = 0;
  cycles_ += gfp::kInterruptCycles;
  tally_.irregular += gfp::kInterruptCycles;
  if (!enter_exception(kInterrupt, interrupted)) return Pause::kLockup;
  const unsigned lost = thumb_ ? bubble(pc_) : 0;
  cycles_ += lost;
  tally_.irregular += lost;
  const bool go_on = observer_ == nullptr || report(interrupted, 0, kRefillLoaded + lost, before);
  return go_on ? Pause::kBound : Pause::kObserver;
}

bool Core::chain_exception() {
  const unsigned number = nvic_.preempting(ipsr_, primask_);
  if (number == 0) return false;
  trapped_ = true;
  trap_cause_ = 0;
  trap_address_ = 0;
  to_handler(number, nvic_.to_thread());
  begin_exception(number, cycles_ + gfp::kTailChainCycles);
  cycles_ += gfp::kTailChainCycles;
  tally_.irregular += gfp::kTailChainCycles;
  return true;
}

bool Core::wakes() const {
  if (sleep_ == Sleep::kWfe) return nvic_.event() || nvic_.preempting(ipsr_, primask_) != 0;
  return nvic_.preempting(ipsr_, false) != 0;
}

Pause Core::doze(uint64_t until) {
  const uint64_t slept = sleep_ == Sleep::kNap ? 0 : 1;  // cycles of it before
  uint64_t now = instant(begin_ + slept, cycles_);
  const auto pass = [&](uint64_t cycle) {
    tally_.irregular += cycle - now;
    cycles_ += cycle - now;
    now = cycle;
  };
  nvic_.advance(now);
  while (!wakes()) {
    const uint64_t next = nvic_.next_change();
    pass(next == Nvic::kNever ? now + 1 : std::min(next, until));
    nvic_.advance(now);
    if (next == Nvic::kNever) return Pause::kAsleep;
    if (now >= until) return Pause::kBound;
  }
  begin_ = end_ = now;
  const Sleep kind = std::exchange(sleep_, Sleep::kAwake);
  if (kind == Sleep::kNap) {
    if (told_) end_ = told_->end;
    return Pause::kBound;
  }
  // The instruction's last cycle.
  if (kind == Sleep::kWfe) nvic_.take_event();
  const uint32_t pc = pc_;
  ++tally_.other;
  pass(now + 1);
  pc_ += 2;
  stores_.clear();
  const bool go_on = observer_ == nullptr || report(pc, fetch_word(pc), 0, r_);
  return go_on ? Pause::kBound : Pause::kObserver;
}

bool Core::load_control(uint32_t address, unsigned bytes, uint64_t cycle, uint32_t& value) {
  if (address >> 16 == gfp::kDevice >> 16) {
    return access_device(false, address, bytes, cycle, value);
  }
  if (!interrupts_ || address >> 12 != gfp::kCpuid >> 12 || bytes != 4) return false;
  nvic_.advance(cycle);
  value = nvic_.read(address, ipsr_);
  return true;
}

bool Core::store_control(uint32_t address, unsigned bytes, uint64_t cycle, uint32_t value) {
  if (address >> 16 == gfp::kDevice >> 16) {
    return access_device(true, address, bytes, cycle, value);
  }
  if (!interrupts_ || address >> 12 != gfp::kCpuid >> 12 || bytes != 4) return false;
  nvic_.advance(cycle);
  nvic_.write(address, value);
  return true;
}

}  // namespace evariste::iss
