// SPDX-License-Identifier: Apache-2.0
// Words of keys that a function leaves on the stack: words below the stack pointer that equal a
// word of the memory that the program's notes declare a key.
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/machine_info.hpp"
#include "core/notes.hpp"

namespace evariste::host {

class StackValues {
 public:
  StackValues(const sim::MachineInfo& info, sim::Machine& machine, Notes notes)
      : info_(info), machine_(machine), notes_(std::move(notes)) {}

  // A place below the stack pointer, where the program was when it was looked at, and the
  // instruction that stored the word.
  struct Left {
    uint32_t pc, address, value, writer;
  };
  static constexpr size_t kMost = 16;  // more are not kept

  // From now on the stack is used from `pointer` down. What was there before does not count.
  void begin(uint32_t pointer) {
    lowest_ = pointer;
    writers_.clear();
  }
  // After each event. Looks at the stack at notes, if `inside` the marked region.
  void follow(const sim::Retirement& event, bool inside);
  void look(uint32_t pc, uint32_t pointer);

  const std::vector<Left>& left() const { return left_; }

 private:
  bool telling(uint32_t word) const;
  std::vector<uint32_t> words(uint32_t address, uint32_t bytes) const;

  const sim::MachineInfo& info_;
  sim::Machine& machine_;
  Notes notes_;
  uint32_t lowest_ = 0;
  std::set<std::pair<uint32_t, uint32_t>> keys_;    // address, bytes
  std::unordered_map<uint32_t, uint32_t> writers_;  // of words
  std::vector<Left> left_;
};

}  // namespace evariste::host
