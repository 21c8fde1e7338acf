// SPDX-License-Identifier: Apache-2.0
#include "mips/icache.hpp"

#include <algorithm>
#include <utility>

#include "mips_isa.hpp"

namespace evariste::mips {

namespace {

// Memory answers a fetch from there without an error. Both memories are whole lines.
bool readable(uint32_t address) {
  return address - kRomBase < kRomSize || address - kRamBase < kRamSize;
}

}  // namespace

Icache::Icache(CacheGeometry geometry)
    : geometry_(geometry),
      lines_(geometry.bytes / kLineBytes),
      oldest_(geometry.bytes / kLineBytes / geometry.ways) {}

void Icache::reset(uint64_t first, CacheCounts counts) {
  empty();
  invalid_.clear();
  counts_ = counts;
  stalled_until_ = 0;
  // The word is asked for three cycles before its instruction is in EX.
  taken_ = left_ = first - 3;
  ahead_ = false;
  dropped_ = true;
}

void Icache::empty() {
  std::fill(lines_.begin(), lines_.end(), Line{});
  std::fill(oldest_.begin(), oldest_.end(), uint8_t{0});
}

uint64_t Icache::next(uint32_t address) {
  if (!std::exchange(ahead_, false)) look(address);
  taken_ = std::max(arrives_, left_);
  dropped_ = false;
  return taken_ + 2;
}

void Icache::skip(uint64_t cycle, uint32_t address) {
  look(address);
  taken_ = std::max(arrives_, cycle);
}

// A word whose answer comes in the cycle in which it is dropped leaves nothing behind.
void Icache::drop(uint64_t x, uint32_t first, uint32_t second) {
  left_ = x - 1;
  drop_behind(x, first, second);
}

void Icache::drop_behind(uint64_t x, uint32_t first, uint32_t second) {
  for (const uint32_t address : {first, second}) {
    if (taken_ + 1 > x) break;
    if (!std::exchange(ahead_, false)) look(address);
    taken_ = std::max(arrives_, left_);
    left_ = x;
  }
  taken_ = std::max(taken_, x + 1);
  ahead_ = false;
  dropped_ = true;
}

CacheCounts Icache::counts(uint64_t x, uint32_t next) {
  if (!std::exchange(ahead_, true)) look(next);
  return before(x);
}

CacheCounts Icache::counts_at_drop(uint64_t x, uint32_t first, uint32_t second) const {
  if (dropped_) return before(x + 1);
  Icache behind = *this;
  behind.drop_behind(x, first, second);
  return behind.before(x + 1);
}

// The word is asked for in cycle taken_.
void Icache::look(uint32_t address) {
  const uint64_t cycle = taken_ + 1;
  arrives_ = lookup(address / kLineBytes, cycle) ? cycle : cycle + kMissCycles;
}

bool Icache::lookup(uint32_t number, uint64_t cycle) {
  // Invalidations before this cycle. A line that was being filled then is not valid either.
  const auto later =
      std::find_if(invalid_.begin(), invalid_.end(), [cycle](uint64_t at) { return at >= cycle; });
  if (later != invalid_.begin()) {
    empty();
    invalid_.erase(invalid_.begin(), later);
  }
  const size_t set = number % oldest_.size();
  Line* const ways = &lines_[set * geometry_.ways];
  uint8_t& oldest = oldest_[set];
  for (unsigned way = 0; way < geometry_.ways; ++way) {
    if (!ways[way].valid || ways[way].number != number) continue;
    if (geometry_.ways == 2) oldest = way == 0;
    ++counts_.hits;
    return true;
  }
  ++counts_.misses;
  counts_.stalls += kMissCycles;
  stalled_until_ = cycle + kMissCycles;
  ways[oldest] = {readable(number * kLineBytes), number};
  if (geometry_.ways == 2) oldest = 1 - oldest;
  return false;
}

// Of lookups that are all before that cycle.
CacheCounts Icache::before(uint64_t cycle) const {
  CacheCounts counts = counts_;
  if (stalled_until_ > cycle) counts.stalls -= static_cast<uint32_t>(stalled_until_ - cycle);
  return counts;
}

}  // namespace evariste::mips
