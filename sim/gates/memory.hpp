// SPDX-License-Identifier: Apache-2.0
// A memory of 32-bit words with copy-on-write: copies share the words that none of them has
// written.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace evariste::gates {

class Memory {
 public:
  explicit Memory(uint32_t bytes) : pages_(bytes / kPageBytes) {}

  // `word`: number of a word. Numbers beyond the end wrap around.
  uint32_t read(uint32_t word) const {
    const auto& page = pages_[word / kPageWords % pages_.size()];
    return page ? (*page)[word % kPageWords] : 0;
  }
  // `enable`: bit i for byte i.
  void write(uint32_t word, unsigned enable, uint32_t data) {
    auto& page = pages_[word / kPageWords % pages_.size()];
    if (!page)
      page = std::make_shared<Page>();
    else if (page.use_count() > 1)
      page = std::make_shared<Page>(*page);
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; ++i) mask |= (enable >> i & 1) * (0xFFu << (8 * i));
    uint32_t& at = (*page)[word % kPageWords];
    at = (at & ~mask) | (data & mask);
  }
  void clear() { pages_.assign(pages_.size(), nullptr); }

 private:
  static constexpr uint32_t kPageBytes = 4096, kPageWords = kPageBytes / 4;
  using Page = std::array<uint32_t, kPageWords>;
  std::vector<std::shared_ptr<Page>> pages_;
};

}  // namespace evariste::gates
