// SPDX-License-Identifier: Apache-2.0
#include "core/stack_values.hpp"

#include <algorithm>
#include <cstring>

namespace evariste::host {

void StackValues::follow(const sim::Retirement& event, bool inside) {
  const uint32_t pointer = event.general[info_.stack];
  lowest_ = std::min(lowest_, pointer);
  if (inside) {
    for (const sim::Store& s : event.stores) writers_[s.address & ~3u] = event.pc;
  }
  const Note* note = notes_.at(event.pc);
  if (note == nullptr || event.interrupt) return;
  if (note->kind == Note::Kind::kKey) {
    keys_.emplace(event.general[note->first], event.general[note->second]);
  } else if (note->kind == Note::Kind::kStack && inside) {
    look(event.pc, pointer);
  }
}

void StackValues::look(uint32_t pc, uint32_t pointer) {
  std::unordered_set<uint32_t> secret;
  for (const auto& [address, bytes] : keys_) {
    for (const uint32_t word : words(address, bytes)) {
      if (telling(word)) secret.insert(word);
    }
  }
  const uint32_t from = std::min(lowest_ & ~3u, pointer);
  uint32_t at = from;
  for (const uint32_t word : words(from, pointer - from)) {
    const auto writer = writers_.find(at);
    if (left_.size() < kMost && writer != writers_.end() && secret.contains(word)) {
      left_.push_back({pc, at, word, writer->second});
    }
    at += 4;
  }
  lowest_ = pointer;
}

// Small numbers of either sign, and addresses, stand on every stack.
bool StackValues::telling(uint32_t word) const {
  constexpr uint32_t kSmall = 1u << 16;
  if (word < kSmall || word > 0 - kSmall) return false;
  return std::none_of(info_.memories.begin(), info_.memories.end(),
                      [word](const sim::Region& m) { return word - m.base < m.size; });
}

std::vector<uint32_t> StackValues::words(uint32_t address, uint32_t bytes) const {
  std::vector<uint8_t> content(bytes);
  std::vector<uint32_t> list(bytes / 4);
  if (!machine_.read_memory(address, content)) return {};
  std::memcpy(list.data(), content.data(), 4 * list.size());
  return list;
}

}  // namespace evariste::host
