// SPDX-License-Identifier: Apache-2.0
// The memories for the host, and the accesses for which the interpreter calls functions.
#include "core/memory.hpp"

#include <cstring>

#include "mips/core.hpp"

namespace evariste::mips {

void Core::clear() {
  settle();
  std::memset(rom_.data(), 0, kRomSize);
  std::memset(ram_.data(), 0, kRamSize);
  forget_rom();
  forget_code(0, kRamSize);
}

bool Core::read_memory(uint32_t address, std::span<uint8_t> out) const {
  return sim::read(rom_, kRomBase, address, out) || sim::read(ram_, kRamBase, address, out);
}

bool Core::write_memory(uint32_t address, std::span<const uint8_t> bytes) {
  settle();
  if (sim::write(rom_, kRomBase, address, bytes)) {
    forget_rom();
    return true;
  }
  if (!sim::write(ram_, kRamBase, address, bytes)) return false;
  forget_code(address - kRamBase, static_cast<uint32_t>(bytes.size()));
  return true;
}

bool Core::load_slow(uint32_t address, unsigned bytes, uint64_t cycle, uint32_t& value) {
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
  } else if (!read_counts(word, cycle, content)) {
    return false;
  }
  value = sim::part(content, address, bytes);
  return true;
}

// Of the instruction cache. A follower is told them with the times of the load.
bool Core::read_counts(uint32_t address, uint64_t cycle, uint32_t& value) {
  if (!icache_) return false;
  CacheCounts counts{static_cast<uint32_t>(given_counts_[0]),
                     static_cast<uint32_t>(given_counts_[0] >> 32),
                     static_cast<uint32_t>(given_counts_[1])};
  if (caches()) counts = icache_->counts(cycle, after_);
  switch (address) {
    case kIcacheHits:
      value = counts.hits;
      return true;
    case kIcacheMisses:
      value = counts.misses;
      return true;
    case kIcacheStalls:
      value = counts.stalls;
      return true;
    default:
      return false;
  }
}

void Core::note_counter_read(uint32_t pc, uint64_t cycle) {
  if (counter_reads_.size() < kCounterReads)
    counter_reads_.push_back({pc, r_[kLink], cycle, mix()});
}

void Core::note_store(uint32_t offset, unsigned bytes, uint64_t cycle) {
  coprocessor_->reach(cycle);
  const uint32_t bits = bytes == 4 ? ~0u : ((1u << (8 * bytes)) - 1) << (8 * (offset % 4));
  core_store_ = {cycle, offset / 4, bits, ram_[offset / 4]};
}

bool Core::store(uint32_t address, unsigned bytes, uint32_t value, uint64_t cycle) {
  if (const uint32_t offset = address - kRamBase; offset < kRamSize) {
    std::memcpy(reinterpret_cast<uint8_t*>(ram_.data()) + offset, &value, bytes);
    if (code_page_[offset >> kPageShift]) forget_code(offset, bytes);
  } else if (icache_ && (address & ~3u) == kIcacheInvalidate) {
    icache_->invalidate(cycle + 1);
  } else if ((address & ~3u) != kConsole) {
    return false;
  } else if (address == kConsole) {
    console_.push_back(static_cast<char>(value));
  }
  if (observer_ != nullptr) {
    for (unsigned done = 0; done < bytes;) {
      const unsigned part = bytes - done == 3 ? 2 : bytes - done;
      const uint32_t data = value >> (8 * done) & (part == 4 ? ~0u : (1u << (8 * part)) - 1);
      stores_.push_back({address + done, data, static_cast<uint8_t>(part)});
      done += part;
    }
  }
  return true;
}

}  // namespace evariste::mips
