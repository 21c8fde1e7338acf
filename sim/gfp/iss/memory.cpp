// SPDX-License-Identifier: Apache-2.0
// The memories for the host, and the accesses for which the interpreter calls functions.
#include "core/memory.hpp"

#include <algorithm>
#include <cstring>

#include "gfp/iss/core.hpp"

namespace evariste::iss {

using namespace gfp;

void Core::clear() {
  std::memset(rom_.data(), 0, kRomSize);
  std::memset(ram_.data(), 0, kRamSize);
  forget_rom();
  forget_code(0, kRamSize);
}

bool Core::read_memory(uint32_t address, std::span<uint8_t> out) const {
  return sim::read(rom_, kRomBase, address, out) || sim::read(ram_, kRamBase, address, out);
}

bool Core::write_memory(uint32_t address, std::span<const uint8_t> bytes) {
  if (sim::write(rom_, kRomBase, address, bytes)) {
    forget_rom();
    return true;
  }
  if (!sim::write(ram_, kRamBase, address, bytes)) return false;
  forget_code(address - kRamBase, static_cast<uint32_t>(bytes.size()));
  return true;
}

bool Core::load_slow(uint32_t address, unsigned bytes, uint64_t cycle, uint32_t& value) const {
  const uint32_t word = address & ~3u;
  uint32_t content;
  if (word - kRamBase < kRamSize) {
    content = ram_[(word - kRamBase) / 4];
  } else if (word - kRomBase < kRomSize) {
    content = rom_[(word - kRomBase) / 4];
  } else if (word == kConsole) {
    content = 0;
  } else if (word == kCycleLo) {
    content = static_cast<uint32_t>(cycle);
  } else if (word == kCycleHi) {
    content = static_cast<uint32_t>(cycle >> 32);
  } else {
    return false;
  }
  value = sim::part(content, address, bytes);
  return true;
}

bool Core::access_device(bool write, uint32_t address, unsigned bytes, uint64_t cycle,
                         uint32_t& value) {
  if (device_ == nullptr) return false;
  const unsigned lanes = ((1u << bytes) - 1) << (address & 3);
  const auto answer = device_->access(cycle, write, (address - kDevice) & ~3u, lanes, value);
  waited_ += answer.waits;
  value = sim::part(answer.data, address, bytes);
  return !answer.error;
}

int64_t Core::take_waits() {
  tally_.irregular += static_cast<uint64_t>(waited_);
  return std::exchange(waited_, 0);
}

void Core::note_counter_read(uint32_t pc, uint32_t address) {
  if (address == kCycleLo && counter_reads_.size() < kCounterReads)
    counter_reads_.push_back({pc, r_[14], cycles_, mix()});
}

bool Core::store_slow(uint32_t address, unsigned bytes, uint32_t value) {
  if (const uint32_t offset = address - kRamBase; offset < kRamSize) {
    std::memcpy(reinterpret_cast<uint8_t*>(ram_.data()) + offset, &value, bytes);
    if (code_page_[offset >> kPageShift]) forget_code(offset, bytes);
    return true;
  }
  if ((address & ~3u) == kConsole) {
    if (address == kConsole) console_.push_back(static_cast<char>(value));
    return true;
  }
  return false;
}

// Instructions decoded from ROM may hold literals and branch costs from anywhere in it, so all are
// dropped.
void Core::forget_rom() {
  constexpr size_t kOps = 1u << kPageShift >> 1;
  for (size_t page = 0; page < rom_page_.size(); ++page) {
    if (std::exchange(rom_page_[page], 0))
      std::memset(static_cast<void*>(ops_ + page * kOps), 0, kOps * sizeof(Op));
  }
}

void Core::forget_code(uint32_t ram_offset, uint32_t bytes) {
  if (bytes == 0) return;
  const uint32_t first = ram_offset >> kPageShift, last = (ram_offset + bytes - 1) >> kPageShift;
  for (uint32_t page = first; page <= last; ++page) {
    if (!code_page_[page]) continue;
    code_page_[page] = 0;
    // One Op may cover up to three halfwords, so those that begin just before the page are dropped
    // too.
    const uint32_t begin = page << kPageShift >> 1, reach = std::min(begin, 3u);
    std::memset(static_cast<void*>(ram_ops_ + begin - reach), 0,
                ((1u << kPageShift >> 1) + reach) * sizeof(Op));
  }
}

}  // namespace evariste::iss
