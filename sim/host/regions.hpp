// SPDX-License-Identifier: Apache-2.0
// The instructions of measured regions, by class: what retires between the return of bench_begin
// and the call of bench_stop (sw/rt/bench.h), one count per region.
#pragma once

#include <cstdint>
#include <vector>

#include "machine.hpp"

namespace evariste::host {

class RegionCounter : public sim::Observer {
 public:
  // `begin` .. `begin_end`: the function that opens a region; `end`: the first instruction of the
  // one that closes it.
  RegionCounter(uint32_t begin, uint32_t begin_end, uint32_t end)
      : begin_(begin), begin_end_(begin_end), end_(end) {}

  bool retired(const sim::Retirement& event) override;

  // The closed regions so far, in order; regions without an instruction are left out.
  const std::vector<sim::Mix>& regions() const { return regions_; }

 private:
  enum class State { kOutside, kOpening, kInside };

  uint32_t begin_, begin_end_, end_;
  State state_ = State::kOutside;
  sim::Mix mix_, before_last_;
  std::vector<sim::Mix> regions_;
};

}  // namespace evariste::host
