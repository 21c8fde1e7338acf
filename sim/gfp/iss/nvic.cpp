// SPDX-License-Identifier: Apache-2.0
#include "gfp/iss/nvic.hpp"

#include <algorithm>
#include <bit>

#include "gfp_isa.hpp"

namespace evariste::iss {

using namespace gfp;

namespace {

constexpr unsigned kExternal = 16;
constexpr uint64_t kNmi = 1u << kExcNmi, kPendSv = 1u << kExcPendsv, kSysTick = 1u << kExcSystick;
constexpr uint64_t kInternal = kPendSv | kSysTick;
constexpr uint64_t kDeviceLine = uint64_t{1} << (kExternal + kDeviceIrq);
constexpr uint8_t kEnable = 1, kTickInterrupt = 2;
constexpr uint32_t kCounterMask = 0xFFFFFF;
constexpr uint32_t kClockSource = 4, kCountFlag = 1u << 16;
constexpr uint32_t kCalibration = 0xC0000000;  // NOREF, SKEW
constexpr uint32_t kCpu = 0x000C0000, kConfiguration = 0x208;
constexpr uint8_t kSystemControl = 0x16, kSevOnPend = 0x10;

// Converts the lines of the machine's interface (bits 0..31, NMI 32) to exception numbers.
uint64_t by_number(uint64_t lines) {
  return (lines & 0xFFFFFFFF) << kExternal | (lines >> 32 & 1) << kExcNmi;
}

bool urgent(unsigned ipsr) { return ipsr == kExcNmi || ipsr == kExcHardfault; }

}  // namespace

void Nvic::reset() {
  std::vector<sim::LineChange> changes = std::move(changes_);
  sim::Device* const device = device_;
  *this = Nvic();
  changes_ = std::move(changes);
  device_ = device;
}

void Nvic::drive(std::span<const sim::LineChange> changes) {
  changes_.assign(changes.begin(), changes.end());
  next_ = 0;
}

// Advances SysTick over some cycles. In the first of them a store may clear the counter, or a load
// the flag.
void Nvic::tick(uint64_t cycles, bool clears_counter, bool clears_flag) {
  bool wraps = false;
  if (clears_counter) {
    current_ = 0;
    --cycles;
  }
  if ((timer_ & kEnable) && cycles > 0) {
    const uint64_t period = uint64_t{reload_} + 1;
    if (cycles < current_) {
      current_ -= static_cast<uint32_t>(cycles);
    } else {
      wraps = current_ != 0;
      cycles -= current_;  // to zero; from there by periods
      wraps |= reload_ != 0 && cycles >= period;
      cycles %= period;
      current_ = cycles == 0 ? 0 : static_cast<uint32_t>(period - cycles);
    }
  }
  if (clears_counter || clears_flag) wrapped_ = false;
  if (!wraps) return;
  wrapped_ = true;
  if (timer_ & kTickInterrupt) pending_ |= kSysTick;
}

void Nvic::step(const Happening& what) {
  const uint64_t before = pending_, were = lines_;
  while (next_ < changes_.size() && changes_[next_].cycle <= now_) {
    driven_ = by_number(changes_[next_++].lines);
  }
  next_line(now_);
  if (turn_ && *turn_ <= now_) {
    raised_ ^= kDeviceLine;
    turn_.reset();
  }
  lines_ = driven_ | raised_;
  pending_ &= ~what.clear;
  tick(1, what.clears_counter, what.clears_flag);
  pending_ |= what.set | (lines_ & (~were | ~active_));
  if (what.no_event) event_ = false;
  if (what.event || ((control_ & kSevOnPend) && (pending_ & ~before))) event_ = true;
  ++now_;
}

uint64_t Nvic::next_line(uint64_t cycle) {
  if (device_ != nullptr && !turn_) turn_ = device_->take_change(cycle);
  const uint64_t change = next_ < changes_.size() ? changes_[next_].cycle : kNever;
  return std::min(change, turn_.value_or(kNever));
}

void Nvic::advance(uint64_t cycle) {
  while (now_ < cycle) {
    const uint64_t change = next_line(cycle);
    if (change <= now_) {
      step({});
      continue;
    }
    const uint64_t before = pending_, until = std::min(cycle, change);
    tick(until - now_, false, false);
    if ((control_ & kSevOnPend) && pending_ != before) event_ = true;
    now_ = until;
  }
  next_line(now_);
}

uint64_t Nvic::next_change() const {
  uint64_t when = kNever;
  if (next_ < changes_.size()) when = std::max(changes_[next_].cycle, now_) + 1;
  if (turn_) {
    when = std::min(when, std::max(*turn_, now_) + 1);
  } else if (device_ != nullptr) {
    when = std::min(when, std::max(device_->look_again(), now_ + 1));
  }
  const bool runs = (timer_ & kEnable) && (timer_ & kTickInterrupt) && (current_ || reload_);
  if (runs && !(pending_ & kSysTick)) {
    when = std::min(when, now_ + (current_ ? current_ : uint64_t{reload_} + 1));
  }
  return when;
}

uint64_t Nvic::best(unsigned& level) const {
  uint64_t chosen = 0;
  level = 3;
  for (uint64_t rest = pending_ & (enabled_ | kInternal); rest != 0; rest &= rest - 1) {
    const unsigned number = static_cast<unsigned>(std::countr_zero(rest));
    if (chosen != 0 && level_[number] >= level) continue;  // the lower number wins
    chosen = rest & -rest;
    level = level_[number];
  }
  return chosen;
}

unsigned Nvic::preempting(unsigned ipsr, bool primask) const {
  if ((pending_ & kNmi) && ipsr != kExcNmi) return kExcNmi;
  if (urgent(ipsr) || primask || pending_ == 0) return 0;
  unsigned level;
  const uint64_t chosen = best(level);
  if (chosen == 0 || (levels_ & ((2u << level) - 1))) return 0;
  return static_cast<unsigned>(std::countr_zero(chosen));
}

bool Nvic::svc_preempts(unsigned ipsr, bool primask) const {
  return !urgent(ipsr) && !primask && !(levels_ & ((2u << svc_level_) - 1));
}

void Nvic::enter(unsigned number) {
  const uint64_t bit = uint64_t{1} << number;
  if (number == kExcNmi || number >= kExternal) active_ |= bit;
  if (!urgent(number)) levels_ |= static_cast<uint8_t>(1u << level_of(number));
  hardfault_ |= number == kExcHardfault;
  step({.clear = bit, .event = true});
}

void Nvic::leave(unsigned ipsr) {
  active_ &= ~(uint64_t{1} << ipsr);
  if (!urgent(ipsr)) levels_ &= static_cast<uint8_t>(levels_ - 1);
  hardfault_ &= ipsr != kExcHardfault;
  step({.event = true});
}

void Nvic::send_event() { step({.event = true}); }
void Nvic::take_event() { step({.no_event = true}); }

uint32_t Nvic::read(uint32_t address, unsigned ipsr) {
  Happening what;
  uint32_t value = 0;
  const uint32_t external = static_cast<uint32_t>(pending_ >> kExternal);
  switch (address) {
    case kSystCsr:
      value = (wrapped_ ? kCountFlag : 0) | kClockSource | timer_;
      what.clears_flag = true;
      break;
    case kSystRvr:
      value = reload_;
      break;
    case kSystCvr:
      value = current_;
      break;
    case kSystCalib:
      value = kCalibration;
      break;
    case kNvicIser:
    case kNvicIcer:
      value = static_cast<uint32_t>(enabled_ >> kExternal);
      break;
    case kNvicIspr:
    case kNvicIcpr:
      value = external;
      break;
    case kCpuid:
      value = kCpu;
      break;
    case kIcsr: {
      unsigned level;
      const uint64_t next = pending_ & kNmi ? kNmi : best(level);
      value = ipsr | (external != 0) << 22;
      if (next != 0) value |= static_cast<uint32_t>(std::countr_zero(next)) << 12;
      if (pending_ & kNmi) value |= 1u << 31;
      if (pending_ & kPendSv) value |= 1u << 28;
      if (pending_ & kSysTick) value |= 1u << 26;
      break;
    }
    case kScr:
      value = control_;
      break;
    case kCcr:
      value = kConfiguration;
      break;
    case kShpr2:
      value = uint32_t{svc_level_} << 30;
      break;
    case kShpr3:
      value = uint32_t{level_[kExcSystick]} << 30 | uint32_t{level_[kExcPendsv]} << 22;
      break;
    default:
      if (const uint32_t first = address - kNvicIpr0; first < 32) {
        for (unsigned i = 0; i < 4; ++i) {
          value |= uint32_t{level_[kExternal + first + i]} << (8 * i + 6);
        }
      }
  }
  step(what);
  return value;
}

void Nvic::write(uint32_t address, uint32_t value) {
  Happening what;
  const uint64_t external = uint64_t{value} << kExternal;
  const auto priority = [&](unsigned number, unsigned bit) {
    level_[number] = static_cast<uint8_t>(value >> bit & 3);
  };
  switch (address) {
    case kSystCvr:
      what.clears_counter = true;
      break;
    case kNvicIspr:
      what.set = external;
      break;
    case kNvicIcpr:
      what.clear = external;
      break;
    case kIcsr:
      what.set = (value >> 31 ? kNmi : 0) | (value >> 28 & 1 ? kPendSv : 0) |
                 (value >> 26 & 1 ? kSysTick : 0);
      what.clear = (value >> 27 & 1 ? kPendSv : 0) | (value >> 25 & 1 ? kSysTick : 0);
      break;
    default:
      break;
  }
  step(what);
  // The rest counts from the next cycle on.
  switch (address) {
    case kSystCsr:
      timer_ = value & (kEnable | kTickInterrupt);
      break;
    case kSystRvr:
      reload_ = value & kCounterMask;
      break;
    case kNvicIser:
      enabled_ |= external;
      break;
    case kNvicIcer:
      enabled_ &= ~external;
      break;
    case kScr:
      control_ = value & kSystemControl;
      break;
    case kShpr2:
      svc_level_ = static_cast<uint8_t>(value >> 30);
      break;
    case kShpr3:
      priority(kExcSystick, 30);
      priority(kExcPendsv, 22);
      break;
    default:
      if (const uint32_t first = address - kNvicIpr0; first < 32) {
        for (unsigned i = 0; i < 4; ++i) priority(kExternal + first + i, 8 * i + 6);
      }
  }
}

}  // namespace evariste::iss
