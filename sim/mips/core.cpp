// SPDX-License-Identifier: Apache-2.0
#include "mips/core.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace evariste::mips {

using sim::Pause;

Core::Core(std::unique_ptr<Coprocessor> coprocessor, unsigned lines, unsigned multiply_cycles,
           AccumulatorUnit accumulator, CacheGeometry cache)
    : coprocessor_(std::move(coprocessor)),
      multiply_cycles_(multiply_cycles),
      accumulator_(accumulator),
      icache_(cache.bytes != 0 ? std::make_unique<Icache>(cache) : nullptr),
      lines_(lines),
      rom_(kRomSize / 4),
      ram_(kRamSize / 4),
      code_page_(kRamSize >> kPageShift),
      rom_page_(kRomSize >> kPageShift) {
  // Anonymous pages are zero (Handler::undecoded) and take no memory until touched.
  ops_bytes_ = (size_t{kRomOps} + kRamOps + 3 * kGuard) * sizeof(Op);
  void* ops = mmap(nullptr, ops_bytes_, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (ops == MAP_FAILED) throw std::bad_alloc();
  ops_ = static_cast<Op*>(ops);
  ram_ops_ = ops_ + kRomOps + kGuard;
  outside_ = ram_ops_ + kRamOps + kGuard;
  for (uint32_t i = 0; i < kGuard; ++i) {
    for (Op* guard : {ops_ + kRomOps, ram_ops_ + kRamOps, outside_}) {
      guard[i].handler = static_cast<uint16_t>(Handler::fetch_error);
    }
  }
  if (coprocessor_) {
    coprocessor_->attach({ram_.data(), kRamBase, kRamSize,
                          [this](uint32_t offset) {
                            if (code_page_[offset >> kPageShift]) forget_code(offset, 4);
                          },
                          &core_store_});
  }
  reset();
}

Core::~Core() { munmap(ops_, ops_bytes_); }

void Core::reset() {
  std::fill(std::begin(r_), std::end(r_), 0);
  std::fill(std::begin(ready_), std::end(ready_), 0);
  lo_ = hi_ = upper_ = cause_ = epc_ = badvaddr_ = 0;
  status_ = kBev;
  if (coprocessor_) coprocessor_->reset();
  link_ = stopped_ = branched_ = false;
  pc_ = kRomBase;
  after_ = pc_ + 4;
  now_ = kResetCycles;
  ready_hilo_ = count_ = 0;
  last_ = now_ - 1;
  stays_ = 0;
  if (icache_) icache_->reset(now_);
  count_offset_ = compare_ = 0;
  timer_ = false;
  timer_until_ = 0;
  slot_ = kNever;
  mix_ = {};
  faults_ = {};
  breakpoint_ = {};
  console_.clear();
  counter_reads_.clear();
  core_store_ = {};
}

Pause Core::run(const sim::Bounds& bounds) {
  constexpr uint64_t kFar = uint64_t{1} << 62;
  if (stopped_) return Pause::kLockup;
  const uint64_t slice_end = now_ + std::min(bounds.slice, kFar);
  while (now_ < bounds.cycles && count_ < bounds.instructions) {
    if (now_ >= slice_end) return Pause::kSlice;
    // An instruction costs at least one cycle, so it is safe to run as many cycles as instructions
    // are allowed.
    const uint64_t allowed = now_ + std::min(bounds.instructions - count_, kFar);
    const uint64_t bound = std::min({bounds.cycles, slice_end, allowed});
    const bool watched = observer_ != nullptr || lines_ != 0 || icache_ != nullptr;
    const Pause pause = watched ? interpret<true>(bound) : interpret<false>(bound);
    if (coprocessor_) coprocessor_->reach(now_ - 1);
    if (pause != Pause::kBound) return pause;
  }
  return Pause::kBound;
}

// The other machine's instruction was in EX up to the cycle before its event.
Pause Core::follow(const sim::EventTimes& event_times) {
  decided_ = event_times.ready;
  given_counts_ = event_times.own;
  drain();
  now_ = event_times.end;
  const Pause pause = run({});
  decided_ = kNever;
  return pause;
}

sim::Mix Core::mix() const {
  sim::Mix all = mix_;
  all[kAlu] = count_;
  for (const size_t other : {kLoads, kStores, kMultiplies, kBranches, kOthers}) {
    all[kAlu] -= all[other];
  }
  return all;
}

sim::Value Core::read_register(unsigned row) const {
  if (accumulates() && row == kUpper) return upper_;
  if (row >= second_rows() && coprocessor_) {
    return coprocessor_->read_register(row - second_rows());
  }
  switch (row) {
    case kPc:
      return pc_;
    case kLo:
      return lo_;
    case kHi:
      return hi_;
    case kStatus:
      return status_;
    case kBadvaddr:
      return badvaddr_;
    case kCause:
      return cause_;
    case kEpc:
      return epc_;
    case kAfter:
      return after_;
    case kLinkBit:
      return link_;
    default:
      return row < kGeneral ? r_[row] : 0;
  }
}

void Core::drain() {
  std::fill(std::begin(ready_), std::end(ready_), 0);
  ready_hilo_ = 0;
  if (coprocessor_) coprocessor_->drain();
  if (caches()) icache_->reset(now_, icache_->counts_at_drop(last_, pc_, after_));
}

std::vector<sim::EventCount> Core::event_counts() const {
  if (!icache_) return coprocessor_ ? coprocessor_->event_counts() : std::vector<sim::EventCount>{};
  return named(icache_->counts_at_drop(last_, pc_, after_));
}

void Core::settle() {
  drain();
  if (coprocessor_) coprocessor_->settle();
}

bool Core::write_register(unsigned row, const sim::Value& given) {
  settle();
  const uint32_t value = given.low();
  if (accumulates() && row == kUpper) {
    upper_ = value;
    return true;
  }
  if (row >= second_rows() && coprocessor_) {
    return coprocessor_->write_register(row - second_rows(), given);
  }
  switch (row) {
    case kPc:
      pc_ = value;
      after_ = value + 4;
      slot_ = kNever;
      break;
    case kLo:
      lo_ = value;
      break;
    case kHi:
      hi_ = value;
      break;
    case kStatus:
      write_cp0(kCp0Status, value, now_);
      break;
    case kBadvaddr:
      badvaddr_ = value;
      break;
    case kCause:
      cause_ = value & (kBd | 3u << kCe | 15u << kExcCode | (lines_ != 0 ? kSoftware : 0));
      break;
    case kEpc:
      epc_ = value;
      break;
    case kAfter:
      after_ = value;
      break;
    case kLinkBit:
      link_ = value & 1;
      break;
    default:
      if (row == 0 || row >= kGeneral) return value == 0;
      r_[row] = value;
  }
  return true;
}

}  // namespace evariste::mips
