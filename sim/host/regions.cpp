// SPDX-License-Identifier: Apache-2.0
#include "host/regions.hpp"

#include "host/instruction.hpp"

namespace evariste::host {

namespace {

uint64_t& counter(sim::Mix& mix, gfp::Klass klass) {
  switch (klass) {
    case gfp::Klass::load:
      return mix.load;
    case gfp::Klass::store:
      return mix.store;
    case gfp::Klass::gf:
      return mix.gf;
    case gfp::Klass::alu:
      return mix.alu;
    case gfp::Klass::branch:
      return mix.branch;
    default:
      return mix.other;
  }
}

}  // namespace

bool RegionCounter::retired(const sim::Retirement& event) {
  if (event.pc == begin_) {
    state_ = State::kOpening;
    mix_ = {};
  } else if (event.pc == end_) {
    // The last instruction counted is the call that leads here.
    if (state_ == State::kInside && before_last_.total() != 0) regions_.push_back(before_last_);
    state_ = State::kOutside;
  } else if (state_ == State::kInside ||
             (state_ == State::kOpening && (event.pc < begin_ || event.pc >= begin_end_))) {
    state_ = State::kInside;
    before_last_ = mix_;
    ++counter(mix_, gfp::info_of(decode(event.insn)).klass);
  }
  return true;
}

}  // namespace evariste::host
