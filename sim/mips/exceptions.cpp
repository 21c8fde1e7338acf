// SPDX-License-Identifier: Apache-2.0
// Exceptions and the registers of CP0.
#include <algorithm>

#include "mips/core.hpp"

namespace evariste::mips {

namespace {

constexpr uint32_t kIdentity = 0x00004500;  // PRId
constexpr uint32_t kVectorBoot = kRomBase + 0x380, kVector = kRamBase + 0x180;

}  // namespace

bool Core::take_exception(Cause cause, uint32_t pc, bool in_slot, uint32_t address, unsigned unit) {
  uint32_t word = 0;
  fetch(pc, word);
  const bool fetched = cause != Cause::fetch_bus_error && pc % 4 == 0;
  const sim::Fault fault{.cause = static_cast<uint8_t>(cause),
                         .pc = pc,
                         .insn = fetched ? word : 0,
                         .address = address,
                         .cycle = now_};
  if (status_ & kExl) {
    faults_.last = fault;
    stopped_ = true;
    pc_ = pc;
    after_ = pc + 4;
    return false;
  }
  faults_ = {fault, {}};
  epc_ = in_slot ? pc - 4 : pc;
  cause_ = (cause_ & kSoftware) | (in_slot ? kBd : 0) | unit << kCe |
           static_cast<uint32_t>(cause) << kExcCode;
  if (cause == Cause::load_address || cause == Cause::store_address) badvaddr_ = address;
  status_ |= kExl;
  pc_ = status_ & kBev ? kVectorBoot : kVector;
  after_ = pc_ + 4;
  trapped_ = static_cast<uint8_t>(cause);
  trap_address_ = address;
  return true;
}

void Core::take_interrupt(uint32_t pc, bool in_slot) {
  epc_ = in_slot ? pc - 4 : pc;
  cause_ = (cause_ & kSoftware) | (in_slot ? kBd : 0);
  status_ |= kExl;
  pc_ = status_ & kBev ? kVectorBoot : kVector;
  after_ = pc_ + 4;
  interrupted_ = true;
}

// The timer asks from the cycle after a match of Count and Compare.
uint32_t Core::requests(uint64_t cycle) {
  if (lines_ == 0) return 0;
  if (cycle > timer_until_) {
    const uint32_t wait = compare_ - count(timer_until_);
    timer_ |= wait < cycle - timer_until_;
    timer_until_ = cycle;
  }
  const auto later = [](uint64_t at, const sim::LineChange& change) { return at < change.cycle; };
  const auto next = std::upper_bound(changes_.begin(), changes_.end(), cycle, later);
  const auto lines = static_cast<uint32_t>(next == changes_.begin() ? 0 : (next - 1)->lines);
  return (lines & ((1u << lines_) - 1)) << kFirstLine | (timer_ ? kTimer : 0) |
         (cause_ & kSoftware);
}

bool Core::asks(uint64_t cycle) {
  if ((status_ & (kIe | kExl)) != kIe || (status_ & kIm) == 0) return false;
  return requests(cycle) & status_ & kIm;
}

bool Core::awaits() const {
  if (lines_ == 0 || (status_ & (kIe | kExl)) != kIe) return false;
  return status_ & kTimer || (!changes_.empty() && changes_.back().cycle >= now_);
}

// In MEM, a cycle after EX.
uint32_t Core::read_cp0(unsigned number, uint64_t cycle) {
  switch (number) {
    case kCp0Badvaddr:
      return badvaddr_;
    case kCp0Status:
      return status_;
    case kCp0Cause:
      return cause_ | requests(cycle + 1);
    case kCp0Epc:
      return epc_;
    case kCp0Prid:
      return kIdentity;
    case kCp0Count:
      return lines_ == 0 ? 0 : count(cycle + 1);
    default:
      return compare_;
  }
}

// At the end of EX.
void Core::write_cp0(unsigned number, uint32_t value, uint64_t cycle) {
  if (number == kCp0Status) {
    status_ = value & (kBev | kIm | kExl | kIe | (coprocessor_ ? kCu2 : 0));
  } else if (number == kCp0Epc) {
    epc_ = value;
  } else if (lines_ != 0) {
    requests(cycle + 1);  // the matches before
    if (number == kCp0Count) count_offset_ = value - static_cast<uint32_t>(cycle + 1);
    if (number == kCp0Cause) cause_ = (cause_ & ~kSoftware) | (value & kSoftware);
    if (number == kCp0Compare) {
      compare_ = value;
      timer_ = false;
    }
  }
}

}  // namespace evariste::mips
