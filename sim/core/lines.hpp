// SPDX-License-Identifier: Apache-2.0
// From code addresses to lines of the source, as a program's debug information has them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace evariste::host {

class Lines {
 public:
  // From `address` up to the next row: a line by its number in `texts`, or -1 for none.
  struct Row {
    uint32_t address;
    int line;
  };

  Lines() = default;
  // The rows have rising addresses.
  Lines(std::vector<std::string> texts, std::vector<Row> rows)
      : texts_(std::move(texts)), rows_(std::move(rows)) {}

  int count() const { return static_cast<int>(texts_.size()); }
  // "main.c:12"; "" for -1.
  std::string text(int line) const {
    return line < 0 ? std::string() : texts_[static_cast<size_t>(line)];
  }

  // The line of an address, or -1; [begin, end) gets addresses around it with the same answer.
  int find(uint32_t address, uint32_t& begin, uint32_t& end) const {
    const auto after = std::upper_bound(rows_.begin(), rows_.end(), address,
                                        [](uint32_t a, const Row& r) { return a < r.address; });
    begin = after == rows_.begin() ? 0 : std::prev(after)->address;
    end = after == rows_.end() ? UINT32_MAX : after->address;
    return after == rows_.begin() ? -1 : std::prev(after)->line;
  }

 private:
  std::vector<std::string> texts_;
  std::vector<Row> rows_;
};

}  // namespace evariste::host
