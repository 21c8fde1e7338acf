// SPDX-License-Identifier: Apache-2.0
#include "gfp/iss/core.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <numeric>

#include "gfp/timing.hpp"

namespace evariste::iss {

using namespace timing;

using sim::Pause;

Core::Core(bool gf, bool interrupts, unsigned lowest_degree, int inverse_cycles,
           const gfp::Extensions& extensions)
    : interrupts_(interrupts),
      rom_(gfp::kRomSize / 4),
      ram_(gfp::kRamSize / 4),
      gf_(gf),
      lowest_degree_(lowest_degree),
      inverse_cycles_(inverse_cycles),
      extensions_(extensions),
      mac_cycles_(extensions[static_cast<size_t>(gfp::Extension::gf_mac)]) {
  code_page_.resize(gfp::kRamSize >> kPageShift);
  rom_page_.resize(gfp::kRomSize >> kPageShift);
  // Anonymous pages are zero (Handler::undecoded) and take no memory until touched. A guard after
  // each memory catches control that runs over its end.
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
  if (device_ != nullptr) device_->reset();
  nvic_.reset();
  sleep_ = Sleep::kAwake;
  idle_sp_ = 0;
  for (unsigned bank = 0; bank < 2; ++bank) {
    descriptor_[bank] = ~Field::kReset;  // so that set_field looks the tables up
    set_field(bank, Field::kReset);
  }
  cycles_ = gfp::kResetCycles + (thumb_ ? bubble(pc_) : 0);
  tally_ = {};
  tally_.irregular = cycles_;
  waited_ = 0;
  faults_ = {};
  breakpoint_ = 0;
  console_.clear();
  counter_reads_.clear();
}

Pause Core::run(const sim::Bounds& bounds) {
  // The fast interpreter may overrun its bound by the code between two checks: 1 KiB of straight
  // code, in which no halfword costs more than a load of nine registers. A device may delay each.
  constexpr uint64_t kMostWaits = 64;
  const uint64_t overrun = 512 * (kPopPc + 9 * (kWord + (device_ != nullptr ? kMostWaits : 0)));
  constexpr uint64_t kFar = uint64_t{1} << 62;
  if (locked_up_) return Pause::kLockup;
  const uint64_t slice_end = cycles_ + std::min(bounds.slice, kFar);
  while (cycles_ < bounds.cycles && instructions() < bounds.instructions) {
    if (cycles_ >= slice_end) return Pause::kSlice;
    const uint64_t stop = std::min(bounds.cycles, slice_end);
    uint64_t horizon = kFar;  // until an interrupt may be taken
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
    // An instruction costs at least one cycle, so it is safe to run as many cycles as instructions
    // are allowed.
    const uint64_t room = std::min(
        {bounds.cycles - cycles_, bounds.instructions - instructions(), horizon - cycles_});
    Pause pause;
    if (observer_ == nullptr && room > 2 * overrun) {
      pause = interpret<false>(std::min(cycles_ + std::min(room, kFar) - overrun, slice_end), 0);
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

sim::Value Core::read_register(unsigned row) const {
  switch (row) {
    case gfp::kPc:
      return pc_;
    case gfp::kXpsr:
      return xpsr();
    case gfp::kMsp:
      return spsel_ ? idle_sp_ : r_[13];
    case gfp::kPsp:
      return spsel_ ? r_[13] : idle_sp_;
    case gfp::kPrimask:
      return primask_;
    case gfp::kControl:
      return spsel_ ? 2 : 0;
    case gfp::kField0:
    case gfp::kSecond0:
      return gf_ ? static_cast<uint32_t>(descriptor_[row == gfp::kSecond0]) : 0;
    case gfp::kField1:
    case gfp::kSecond1:
      return gf_ ? static_cast<uint32_t>(descriptor_[row == gfp::kSecond1] >> 32) : 0;
    case gfp::kDescriptor: {
      const uint64_t shown = gf_ ? descriptor_[0] : 0;
      const uint32_t words[] = {static_cast<uint32_t>(shown), static_cast<uint32_t>(shown >> 32)};
      return sim::Value(words);
    }
    case gfp::kDegree:
      return gf_ ? static_cast<uint32_t>(descriptor_[0] >> 56) : 0;
    default:
      return row < gfp::kGeneral ? r_[row] : 0;
  }
}

bool Core::write_register(unsigned row, const sim::Value& given) {
  const uint32_t value = given.low();
  switch (row) {
    case gfp::kSp:
      r_[13] = value & ~3u;
      break;
    case gfp::kPc:
      pc_ = value & ~1u;
      sleep_ = Sleep::kAwake;
      break;
    case gfp::kXpsr:
      set_flags(value);
      thumb_ = value >> 24 & 1;
      ipsr_ = value & 0x3F;
      break;
    case gfp::kMsp:
      (spsel_ ? idle_sp_ : r_[13]) = value & ~3u;
      break;
    case gfp::kPsp:
      (spsel_ ? r_[13] : idle_sp_) = value & ~3u;
      break;
    case gfp::kPrimask:
      primask_ = value & 1;
      break;
    case gfp::kControl:
      select_stack(value & 2);
      break;
    case gfp::kField0:
    case gfp::kSecond0: {
      const unsigned bank = row == gfp::kSecond0;
      set_field(bank, (descriptor_[bank] >> 32 << 32) | value);
      break;
    }
    case gfp::kField1:
    case gfp::kSecond1: {
      const unsigned bank = row == gfp::kSecond1;
      if (!Field::valid(uint64_t{value} << 32, lowest_degree_)) return false;
      set_field(bank, uint64_t{value} << 32 | static_cast<uint32_t>(descriptor_[bank]));
      break;
    }
    case gfp::kDescriptor:
    case gfp::kDegree:
      return gfp::write_field(
          row, given, [this](unsigned r) { return word(r); },
          [this](unsigned r, uint32_t v) { return write_register(r, v); });
    default:
      if (row >= gfp::kGeneral) return false;
      r_[row] = value;
  }
  return true;
}

uint64_t Core::instructions() const {
  const sim::Mix counts = mix();
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
}

sim::Mix Core::mix() const {
  using gfp::Klass;
  const Tally& t = tally_;
  sim::Mix mix{};
  const auto of = [&mix](Klass klass) -> uint64_t& { return mix[gfp::place_of(klass)]; };
  of(Klass::load) = t.load + t.load_many;
  of(Klass::store) = t.store + t.store_many;
  of(Klass::branch) = t.taken + t.not_taken + t.call + t.indirect;
  of(Klass::gf) = t.gf + t.gfcfg;
  of(Klass::other) = t.other;
  const uint64_t elsewhere =
      (t.load + t.store) * kTransfer + (t.load_many + t.store_many) * kMany + t.words * kWord +
      t.pop_pc * (kPopPc - kMany) + t.taken * kTaken + t.not_taken * kNotTaken + t.call * kCall +
      t.indirect * kIndirect + t.alu_taken * (kAluTaken - kAlu) + t.gf * kGf + t.gfcfg * kGfcfg +
      t.chained * static_cast<uint64_t>(inverse_cycles_ - kGf) +
      t.mac * static_cast<uint64_t>(mac_cycles_ - kGf) + t.other_cycles + t.irregular;
  of(Klass::alu) = (cycles_ - elsewhere) / kAlu;
  return mix;
}

void Core::set_field(unsigned bank, uint64_t descriptor) {
  if (descriptor == descriptor_[bank]) return;
  descriptor_[bank] = descriptor;
  field_[bank] = cache_[bank].get(descriptor);
}

}  // namespace evariste::iss
