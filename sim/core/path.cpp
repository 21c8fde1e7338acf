// SPDX-License-Identifier: Apache-2.0
#include "core/path.hpp"

namespace evariste::host {

bool PathRecorder::retired(const sim::Retirement& event) {
  if (event.pc == begin_) {
    inside_ = true;
    start_ = event.cycle;
    values_.begin(before_[info_.stack]);
  } else if (event.pc == end_) {
    if (inside_) values_.look(event.pc, before_[info_.stack]);
    inside_ = false;
  } else if (inside_) {
    steps_.push_back(
        {event.pc, address(event), static_cast<uint32_t>(event.cycle - start_), beside(event)});
  }
  before_.assign(event.general.begin(), event.general.end());
  values_.follow(event, inside_);
  return true;
}

void PathRecorder::changed(const sim::Machine& machine) {
  before_.resize(info_.files[0].count);
  for (unsigned i = 0; i < before_.size(); ++i) before_[i] = machine.word(info_.files[0].first + i);
}

// Retirements give most of it. A load's address follows from the registers before it, if the
// load was made.
uint32_t PathRecorder::address(const sim::Retirement& event) const {
  if (event.trap) return event.address;
  if (!event.stores.empty()) return event.stores.front().address;
  const auto access = info_.instructions->access(event.words, event.pc, before_);
  const bool load = access && !access->write && info_.instructions->loaded(event);
  return load ? access->address : 0;
}

uint32_t PathRecorder::beside(const sim::Retirement& event) const {
  if (!info_.beside) return 0;
  for (const sim::Write& write : event.writes) {
    if (write.file == info_.beside->file && write.number == info_.beside->number) {
      return write.value.front();
    }
  }
  return 0;
}

}  // namespace evariste::host
