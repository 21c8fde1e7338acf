// SPDX-License-Identifier: Apache-2.0
#include "core/gdb/points.hpp"

#include <algorithm>
#include <array>

namespace evariste::host::gdb {

namespace {

bool breaks(Points::Kind kind) {
  return kind == Points::Kind::kSoftware || kind == Points::Kind::kHardware;
}

}  // namespace

bool Points::insert(Kind kind, uint32_t address, uint32_t bytes) {
  if (breakpoints_.size() + watchpoints_.size() >= kMost) return false;
  if (breaks(kind)) {
    breakpoints_.insert({address & ~1u, kind});
  } else {
    watchpoints_.insert({address, bytes, kind});
  }
  return true;
}

void Points::remove(Kind kind, uint32_t address, uint32_t bytes) {
  if (breaks(kind)) {
    breakpoints_.erase({address & ~1u, kind});
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

bool Points::about_to_use(uint32_t pc, std::span<const uint32_t, 16> registers) {
  std::array<uint8_t, 2> bytes;
  const auto halfword = [&](uint32_t address) {
    return machine_.read_memory(address, bytes) ? uint32_t{bytes[0]} | uint32_t{bytes[1]} << 8 : 0;
  };
  uint32_t word = halfword(pc);
  if (gfp::is_wide(static_cast<uint16_t>(word))) word = word << 16 | halfword(pc + 2);
  const auto access = access_of(word, pc, registers);
  return access && uses(access->address, access->bytes, access->write);
}

bool Points::watched_now() {
  if (watchpoints_.empty()) return false;
  std::array<uint32_t, 16> registers;
  for (unsigned i = 0; i < registers.size(); ++i) registers[i] = machine_.read_register(i);
  return about_to_use(registers[sim::kPc], registers);
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
  return !about_to_use(event.next_pc, event.regs);
}

}  // namespace evariste::host::gdb
