// SPDX-License-Identifier: Apache-2.0
#include "core/gdb/points.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace evariste::host::gdb {

namespace {

bool breaks(Points::Kind kind) {
  return kind == Points::Kind::kSoftware || kind == Points::Kind::kHardware;
}

}  // namespace

bool Points::insert(Kind kind, uint32_t address, uint32_t bytes) {
  if (breakpoints_.size() + watchpoints_.size() >= kMost) return false;
  if (breaks(kind)) {
    breakpoints_.insert({address & info_.code_mask, kind});
  } else {
    watchpoints_.insert({address, bytes, kind});
  }
  return true;
}

void Points::remove(Kind kind, uint32_t address, uint32_t bytes) {
  if (breaks(kind)) {
    breakpoints_.erase({address & info_.code_mask, kind});
  } else {
    watchpoints_.erase({address, bytes, kind});
  }
}

void Points::clear() {
  breakpoints_.clear();
  watchpoints_.clear();
}

bool Points::uses(uint64_t address, uint64_t bytes, bool write) {
  for (const auto& [begin, length, kind] : watchpoints_) {
    if (kind != Kind::kAccess && (kind == Kind::kWrite) != write) continue;
    if (address < uint64_t{begin} + length && begin < address + bytes) {
      hit_ = Hit{kind, std::max(begin, static_cast<uint32_t>(address))};
      return true;
    }
  }
  return false;
}

bool Points::about_to_use(uint32_t pc, std::span<const uint32_t> general) {
  std::array<uint32_t, sim::kSlots> words{};
  const unsigned count = info_.instructions->fetch(machine_, pc, words);
  const auto access = info_.instructions->access(std::span(words).first(count), pc, general);
  return access && uses(access->address, access->bytes, access->write);
}

bool Points::watched_now() {
  if (watchpoints_.empty()) return false;
  std::vector<uint32_t> general(info_.files[0].count);
  for (unsigned i = 0; i < general.size(); ++i) {
    general[i] = machine_.word(info_.files[0].first + i);
  }
  return about_to_use(machine_.word(info_.pc), general);
}

bool Points::retired(const sim::Retirement& event) {
  const auto at = breakpoints_.lower_bound({event.next_pc, Kind::kSoftware});
  if (at != breakpoints_.end() && at->first == event.next_pc) return false;
  if (watchpoints_.empty()) return true;
  if (event.trap) {
    for (const sim::Store& store : event.stores) {
      if (uses(store.address, store.bytes, true)) return false;
    }
  }
  return !about_to_use(event.next_pc, event.general);
}

}  // namespace evariste::host::gdb
