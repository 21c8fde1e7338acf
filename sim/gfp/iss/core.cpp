// SPDX-License-Identifier: Apache-2.0
#include "gfp/iss/core.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "gfp/timing.hpp"

namespace evariste::iss {

using namespace timing;

using sim::Pause;

Core::Core(bool gf, bool interrupts, unsigned lowest_degree)
    : interrupts_(interrupts),
      rom_(gfp::kRomSize / 4),
      ram_(gfp::kRamSize / 4),
      gf_(gf),
      lowest_degree_(lowest_degree) {
  code_page_.resize(gfp::kRamSize >> kPageShift);
  rom_page_.resize(gfp::kRomSize >> kPageShift);
  // Anonymous pages come as zeros (Handler::undecoded) and take no memory until touched. One guard
  // after each memory catches control that runs over its end.
  ops_bytes_ = (size_t{kRomOps} + 1 + kRamOps + 1) * sizeof(Op);
  void* ops = mmap(nullptr, ops_bytes_, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (ops == MAP_FAILED) throw std::bad_alloc();
  ops_ = static_cast<Op*>(ops);
  ram_ops_ = ops_ + kRomOps + 1;
  ops_[kRomOps].handler = static_cast<uint16_t>(Handler::fetch_error);
  ram_ops_[kRamOps].handler = static_cast<uint16_t>(Handler::fetch_error);
  reset();
}

Core::~Core() { munmap(ops_, ops_bytes_); }

void Core::reset() {
  std::fill(std::begin(r_), std::end(r_), 0);
  r_[13] = rom_[0] & ~3u;
  r_[14] = 0xFFFFFFFF;
  pc_ = rom_[1] & ~1u;
  thumb_ = rom_[1] & 1;
  set_flags(0);
  ipsr_ = 0;
  primask_ = spsel_ = locked_up_ = trapped_ = returned_ = false;
  nvic_.reset();
  sleep_ = Sleep::kAwake;
  idle_sp_ = 0;
  descriptor_ = ~Field::kReset;  // so that set_field looks the tables up
  set_field(Field::kReset);
  cycles_ = gfp::kResetCycles + (thumb_ ? bubble(pc_) : 0);
  tally_ = {};
  tally_.irregular = cycles_;
  faults_ = {};
  breakpoint_ = 0;
  console_.clear();
  counter_reads_.clear();
}

Pause Core::run(const sim::Bounds& bounds) {
  // The fast interpreter overruns its bound by what can lie between two of its looks at it: 1 KiB
  // of straight code, of which no halfword costs more than a load of nine registers.
  constexpr uint64_t kOverrun = 512 * (kPopPc + 9 * kWord);
  constexpr uint64_t kFar = uint64_t{1} << 62;
  if (locked_up_) return Pause::kLockup;
  const uint64_t slice_end = cycles_ + std::min(bounds.slice, kFar);
  while (cycles_ < bounds.cycles && instructions() < bounds.instructions) {
    if (cycles_ >= slice_end) return Pause::kSlice;
    const uint64_t stop = std::min(bounds.cycles, slice_end);
    uint64_t horizon = kFar;  // up to where the interrupts can be left alone
    if (interrupts_) {
      if (sleep_ != Sleep::kAwake) {
        if (const Pause pause = doze(stop); pause != Pause::kBound) return pause;
        continue;
      }
      nvic_.advance(instant(begin_, cycles_));
      if (nvic_.preempting(ipsr_, primask_) != 0) {
        if (const Pause pause = take_interrupt(); pause != Pause::kBound) return pause;
        continue;
      }
      horizon = instant(kFar, std::min(nvic_.next_change(), kFar));
    }
    // An instruction costs at least a cycle, so as many cycles as instructions are allowed are
    // safe.
    const uint64_t room = std::min(
        {bounds.cycles - cycles_, bounds.instructions - instructions(), horizon - cycles_});
    Pause pause;
    if (observer_ == nullptr && room > 2 * kOverrun) {
      pause = interpret<false>(std::min(cycles_ + std::min(room, kFar) - kOverrun, slice_end), 0);
    } else {
      pause = interpret<true>(std::min(stop, horizon), bounds.instructions);
    }
    if (falls_asleep_) {  // one cycle at least
      falls_asleep_ = false;
      pause = doze(std::max(stop, cycles_ + 1));
    }
    if (pause == Pause::kBound) continue;
    return pause;
  }
  return Pause::kBound;
}

Pause Core::follow(const sim::EventTimes& event_times) {
  told_ = &event_times;
  begin_ = event_times.ready;
  end_ = event_times.end;
  const Pause pause = run({.instructions = instructions() + 1});
  told_ = nullptr;
  return pause;
}

uint32_t Core::read_register(unsigned index) const {
  switch (index) {
    case sim::kPc:
      return pc_;
    case sim::kXpsr:
      return xpsr();
    case sim::kMsp:
      return spsel_ ? idle_sp_ : r_[13];
    case sim::kPsp:
      return spsel_ ? r_[13] : idle_sp_;
    case sim::kPrimask:
      return primask_;
    case sim::kControl:
      return spsel_ ? 2 : 0;
    case sim::kField0:
      return gf_ ? static_cast<uint32_t>(descriptor_) : 0;
    case sim::kField1:
      return gf_ ? static_cast<uint32_t>(descriptor_ >> 32) : 0;
    default:
      return index < 15 ? r_[index] : 0;
  }
}

void Core::write_register(unsigned index, uint32_t value) {
  switch (index) {
    case sim::kSp:
      r_[13] = value & ~3u;
      break;
    case sim::kPc:
      pc_ = value & ~1u;
      sleep_ = Sleep::kAwake;
      break;
    case sim::kXpsr:
      set_flags(value);
      thumb_ = value >> 24 & 1;
      ipsr_ = value & 0x3F;
      break;
    case sim::kMsp:
      (spsel_ ? idle_sp_ : r_[13]) = value & ~3u;
      break;
    case sim::kPsp:
      (spsel_ ? r_[13] : idle_sp_) = value & ~3u;
      break;
    case sim::kPrimask:
      primask_ = value & 1;
      break;
    case sim::kControl:
      select_stack(value & 2);
      break;
    case sim::kField0:
      set_field((descriptor_ >> 32 << 32) | value);
      break;
    case sim::kField1:
      if (!Field::valid(uint64_t{value} << 32, lowest_degree_)) break;
      set_field(uint64_t{value} << 32 | static_cast<uint32_t>(descriptor_));
      break;
    default:
      if (index < 15) r_[index] = value;
  }
}

sim::Mix Core::mix() const {
  const Tally& t = tally_;
  sim::Mix mix;
  mix.load = t.load + t.load_many;
  mix.store = t.store + t.store_many;
  mix.branch = t.taken + t.not_taken + t.call + t.indirect;
  mix.gf = t.gf + t.gfcfg;
  mix.other = t.other;
  const uint64_t elsewhere = (t.load + t.store) * kTransfer + (t.load_many + t.store_many) * kMany +
                             t.words * kWord + t.pop_pc * (kPopPc - kMany) + t.taken * kTaken +
                             t.not_taken * kNotTaken + t.call * kCall + t.indirect * kIndirect +
                             t.alu_taken * (kAluTaken - kAlu) + t.gf * kGf + t.gfcfg * kGfcfg +
                             t.other_cycles + t.irregular;
  mix.alu = (cycles_ - elsewhere) / kAlu;
  return mix;
}

void Core::set_field(uint64_t descriptor) {
  if (descriptor == descriptor_) return;
  descriptor_ = descriptor;
  field_ = cache_.get(descriptor);
}

}  // namespace evariste::iss
