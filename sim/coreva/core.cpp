// SPDX-License-Identifier: Apache-2.0
// The interpreter's frame: fetching, time, branches, faults, and what the host asks for.
#include "coreva/core.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/memory.hpp"

namespace evariste::coreva {

using sim::Pause;

namespace {

template <typename T>
Zeros<T> zeros(size_t count) {
  Zeros<T> all(static_cast<T*>(std::calloc(count, sizeof(T))));
  if (all == nullptr) throw std::bad_alloc();
  return all;
}

}  // namespace

Core::Core(const Extensions& extensions)
    : extensions_(extensions),
      code_(kWords),
      ram_(kRamSize / 4),
      field_(extensions.field),
      bundles_(zeros<Bundle>(kWords)),
      plans_(zeros<Plan*>(kWords)) {
  reset();
}

void Core::reset() {
  std::fill(std::begin(r_), std::end(r_), 0);
  dq_[0] = dq_[1] = flags_ = pc_ = target_ = 0;
  delay_ = 0;
  stopped_ = false;
  call_ = false;
  now_ = kResetCycles;
  count_ = 0;
  forget();
  mix_ = {};
  fault_ = {};
  breakpoint_ = {};
  console_.clear();
  counter_reads_.clear();
  field_.reset();
  drain();
}

void Core::drain() {
  std::fill(std::begin(ready_), std::end(ready_), 0);
  std::fill(std::begin(flag_ready_), std::end(flag_ready_), 0);
  target_at_ = awaited_ = 0;
  alone_ = false;
}

void Core::clear() {
  std::fill(code_.begin(), code_.end(), 0);
  std::fill(ram_.begin(), ram_.end(), 0);
  forget();
  bundles_ = zeros<Bundle>(kWords);
}

Pause Core::run(const sim::Bounds& bounds) {
  if (stopped_) return Pause::kLockup;
  const uint64_t slice = now_ + std::min(bounds.slice, uint64_t{1} << 62);
  while (now_ < bounds.cycles && count_ < bounds.instructions) {
    if (now_ >= slice) return Pause::kSlice;
    Pause pause;
    if (observer_ != nullptr) {
      pause = step<true>();
    } else {
      const uint64_t cycles = std::min(bounds.cycles, slice);
      pause = quick(cycles, bounds.instructions);
      if (pause == Pause::kBound && now_ < cycles && count_ < bounds.instructions) {
        pause = step<false>();
      }
    }
    if (pause != Pause::kBound) return pause;
  }
  return Pause::kBound;
}

const Bundle& Core::fetch(uint32_t pc) {
  const uint32_t index = pc / 4;
  if (index >= kWords) {
    outside_ = {};
    outside_.fault = Cause::fetch_bus_error;
    return outside_;
  }
  Bundle& bundle = bundles_[index];
  if (bundle.count == 0) {
    const uint32_t left = std::min<uint32_t>(sim::kSlots, kWords - index);
    const std::span<const uint32_t> words(&code_[index], left);
    const unsigned count = length(words);
    if (count == left && left < sim::kSlots && !(words.back() & kStop)) {
      bundle.count = static_cast<uint8_t>(count);
      bundle.fault = Cause::fetch_bus_error;
    } else {
      decode(words.first(count), extensions_, bundle);
    }
  }
  return bundle;
}

uint64_t Core::when(const Bundle& bundle) const {
  uint64_t cycle = now_;
  for (unsigned i = 0; i < bundle.reads; ++i) cycle = std::max(cycle, ready_[bundle.read[i]]);
  if (bundle.branches && bundle.guard != 0) {
    cycle = std::max(cycle, flag_ready_[bundle.guard] + (flag_ready_[bundle.guard] != 0));
  }
  return cycle;
}

// An access that is made waits while the accelerator is busy. One that is refused does not, and
// none is made in a bundle with another fault.
uint64_t Core::granted(const Bundle& bundle, uint64_t cycle) const {
  if (!extensions_.field.any() || bundle.memory == kNoSlot) return cycle;
  const auto on = [&](const Op& op) { return op.guard == 0 || (flags_ >> op.guard & 1); };
  const Op &op = bundle.op[bundle.memory], &first = bundle.op[0];
  const uint32_t address = r_[op.rs1] + static_cast<uint32_t>(op.imm);
  if (!on(op) || address % 4 != 0 || !field_.at(address)) return cycle;
  const bool write = op.klass == Klass::store;
  if (!field_.allows(address, bytes_of(op.insn), write, r_[op.rs2])) return cycle;
  const bool jumps = first.insn == Insn::jr || first.insn == Insn::callr;
  if (jumps && on(first) && r_[first.rs1] % 4 != 0) return cycle;
  return std::max(cycle, field_.free());
}

// When the results of a bundle are there. It is in EX from `first` to `cycle`. While it waits
// there, what is behind it moves up, so a branch counts from `first`. An operation that its guard
// turns off delays as much.
void Core::delay(const Bundle& bundle, uint64_t first, uint64_t cycle) {
  for (unsigned slot = 0; slot < bundle.count; ++slot) {
    const Op& op = bundle.op[slot];
    const uint64_t ready =
        cycle + (extensions_.forward ? info_of(op.insn).latency : kInterlockLatency);
    if (op.rd != 0) ready_[op.rd] = std::max(ready, ready_[op.rd]);
    awaited_ |= 1u << op.rd;
    if (op.klass != Klass::compare) continue;
    if (op.insn == Insn::mtc) {
      std::fill_n(&flag_ready_[op.flag ? 8 : 1], 7, first + 1);
    } else if (op.flag != 0) {
      flag_ready_[op.flag] = flag_ready_[op.flag < 8 ? op.flag + 7 : op.flag - 7] = first + 1;
    }
  }
}

// The address behind the delay bundle that is at pc.
uint32_t Core::behind_delay(uint32_t pc) const {
  const uint32_t index = pc / 4;
  unsigned count = 1;
  while (count < sim::kSlots && index + count - 1 < kWords && !(code_[index + count - 1] & kStop)) {
    ++count;
  }
  return pc + 4 * count;
}

template <bool kWatched>
Pause Core::step() {
  const uint32_t pc = pc_;
  const Bundle& bundle = fetch(pc);
  if (bundle.fault != Cause::none) return stop(bundle.fault, 0, now_);
  if (bundle.branches && delay_ != 0) return stop(Cause::illegal_bundle, 0, now_);
  const uint64_t first = when(bundle), cycle = granted(bundle, first);
  Result result;
  result.writes = 0;
  result.flags = result.flag_mask = 0;
  result.dq[0] = dq_[0];
  result.dq[1] = dq_[1];
  result.jump = {};
  result.trap = false;
  result.store.bytes = 0;
  const uint32_t behind = pc + 4 * bundle.count;
  for (unsigned slot = 0; slot < bundle.count; ++slot) {
    const Op& op = bundle.op[slot];
    uint32_t lanes = ~0u;
    if (op.guard != 0) {
      const bool on = flags_ >> op.guard & 1;
      lanes = on ? ~0u : 0;
      if (by_halves(op.insn)) {
        lanes = (on ? 0xFFFF : 0) | (flags_ >> (op.guard + 7) & 1 ? 0xFFFF0000 : 0);
      }
    }
    ++mix_[static_cast<size_t>(op.klass)];
    if (lanes == 0) continue;
    const Cause cause = compute(op, slot, lanes, behind, cycle, result);
    if (cause != Cause::none) {
      for (unsigned undone = 0; undone <= slot; ++undone) {
        --mix_[static_cast<size_t>(bundle.op[undone].klass)];
      }
      return stop(cause, fault_address_, cycle);
    }
  }
  commit(result, cycle);
  delay(bundle, first, cycle);
  count_ += bundle.count;
  now_ = cycle + 1;
  pc_ = behind;
  const uint32_t flags = delay_ == 2 ? kFlagsMoved | (call_ ? kFlagsCall : 0) : 0;
  const bool loops = leave(pc, bundle);
  branch(bundle, result.jump, first);
  Pause pause = Pause::kBound;
  if (result.trap) {
    breakpoint_.pc = pc;
    pause = Pause::kBreakpoint;
  }
  if constexpr (kWatched) {
    if (!report(pc, bundle, result, cycle + 1, flags) && pause == Pause::kBound) {
      pause = Pause::kObserver;
    }
  }
  return loops && pause == Pause::kBound ? Pause::kLoop : pause;
}

// The bundle at pc was a delay bundle. True: from here on nothing changes any more.
bool Core::leave(uint32_t pc, const Bundle& bundle) {
  bool loops = false;
  if (delay_ == 2) {
    loops = alone_ && !call_ && target_ == pc - 4 && idles(bundle);
    pc_ = target_;
    now_ = std::max(now_, target_at_);
  }
  delay_ = 0;
  target_ = 0;
  return loops;
}

// The bundle has a branch, and was in EX from `first` on.
void Core::branch(const Bundle& bundle, const Jump& jump, uint64_t first) {
  if (!bundle.branches) return;
  delay_ = jump.taken ? 2 : 1;
  call_ = jump.call;
  alone_ = bundle.count == 1;
  if (jump.taken) target_ = jump.target;
  target_at_ = first + 2 + (jump.through ? kRegisterBranchBubble : 0);
}

Pause Core::stop(Cause cause, uint32_t address, uint64_t cycle) {
  const bool fetched = cause != Cause::fetch_bus_error;
  const uint32_t word = fetched ? code_[pc_ / 4] : 0;
  ++count_;
  ++mix_[static_cast<size_t>(Klass::other)];
  now_ = cycle + 1;
  fault_ = {.cause = static_cast<uint8_t>(cause),
            .pc = pc_,
            .insn = word,
            .address = address,
            .cycle = now_};
  stopped_ = true;
  if (observer_ != nullptr) {
    sim::Retirement event{.cycle = now_, .pc = pc_, .next_pc = pc_, .words = {&word, 1}};
    event.trap = true;
    event.cause = fault_.cause;
    event.address = address;
    event.general = {r_, kGeneral};
    observer_->retired(event);
  }
  return Pause::kLockup;
}

void Core::commit(const Result& result, uint64_t cycle) {
  for (unsigned i = 0; i < result.writes; ++i) {
    const auto& [number, value, mask] = result.write[i];
    r_[number] = (r_[number] & ~mask) | (value & mask);
  }
  r_[0] = 0;
  flags_ = (flags_ & ~result.flag_mask) | result.flags;
  dq_[0] = result.dq[0];
  dq_[1] = result.dq[1];
  const sim::Store& made = result.store;
  if (made.bytes == 0) return;
  if (field_.at(made.address)) {
    field_.store(made.address, made.data, cycle);
  } else if (made.address == kConsole) {
    console_.push_back(static_cast<char>(made.data));
  } else {
    std::memcpy(reinterpret_cast<uint8_t*>(ram_.data()) + (made.address - kRamBase), &made.data,
                made.bytes);
  }
}

bool Core::report(uint32_t pc, const Bundle& bundle, const Result& result, uint64_t cycle,
                  uint32_t flags) {
  writes_.clear();
  for (unsigned i = 0; i < result.writes; ++i) {
    const uint8_t number = result.write[i].number;
    const auto same = [&](const sim::Write& w) { return w.file == kFileR && w.number == number; };
    if (number != 0 && std::none_of(writes_.begin(), writes_.end(), same)) {
      writes_.push_back({kFileR, number, 0, {&r_[number], 1}});
    }
  }
  c_[0] = read_register(kC0).low();
  c_[1] = read_register(kC1).low();
  for (const uint16_t i : {0, 1}) {
    if (result.flag_mask >> (1 + 7 * i) & 0x7F) writes_.push_back({kFileC, i, 0, {&c_[i], 1}});
  }
  for (const uint16_t i : {0, 1}) {
    for (unsigned slot = i; slot < bundle.count; slot += 2) {
      const Insn insn = bundle.op[slot].insn;
      if (insn == Insn::divi || insn == Insn::divs) {
        writes_.push_back({kFileDq, i, 0, {&dq_[i], 1}});
      }
    }
  }
  const sim::Retirement event{.cycle = cycle,
                              .refill = static_cast<unsigned>(now_ - cycle),
                              .pc = pc,
                              .next_pc = pc_,
                              .words = {&code_[pc / 4], bundle.count},
                              .flags = flags,
                              .writes = writes_,
                              .general = {r_, kGeneral},
                              .stores = {&result.store, result.store.bytes != 0}};
  return observer_->retired(event);
}

sim::Value Core::read_register(unsigned row) const {
  switch (row) {
    case kPc:
      return pc_;
    case kC0:
      return flags_ & 0xFE;
    case kC1:
      return flags_ >> 7 & 0xFE;
    case kDq0:
      return dq_[0];
    case kDq1:
      return dq_[1];
    case kDelay:
      return delay_;
    case kTarget:
      return target_;
    default:
      return row < kGeneral ? r_[row] : 0;
  }
}

bool Core::write_register(unsigned row, const sim::Value& given) {
  const uint32_t value = given.low();
  drain();
  switch (row) {
    case kPc:
      if (value % 4 != 0) return false;
      pc_ = value;
      delay_ = 0;
      break;
    case kC0:
      flags_ = (flags_ & ~0xFEu) | (value & 0xFE);
      break;
    case kC1:
      flags_ = (flags_ & 0xFE) | (value & 0xFE) << 7;
      break;
    case kDq0:
    case kDq1:
      dq_[row - kDq0] = value;
      break;
    case kDelay:
      if (value > 2) return false;
      delay_ = static_cast<uint8_t>(value);
      break;
    case kTarget:
      target_ = value;
      break;
    default:
      if (row == 0 || row >= kGeneral) return value == 0;
      r_[row] = value;
  }
  return true;
}

bool Core::read_memory(uint32_t address, std::span<uint8_t> out) const {
  return sim::read(code_, kCodeBase, address, out) || sim::read(ram_, kRamBase, address, out);
}

bool Core::write_memory(uint32_t address, std::span<const uint8_t> bytes) {
  if (sim::write(ram_, kRamBase, address, bytes)) return true;
  if (!sim::write(code_, kCodeBase, address, bytes)) return false;
  drain();
  forget();
  // A bundle that begins up to three words before a changed one is decoded again.
  const size_t first = address / 4 - std::min<size_t>(address / 4, sim::kSlots - 1);
  const size_t last = (address + bytes.size() + 3) / 4;
  std::memset(static_cast<void*>(&bundles_[first]), 0, (last - first) * sizeof(Bundle));
  return true;
}

}  // namespace evariste::coreva
