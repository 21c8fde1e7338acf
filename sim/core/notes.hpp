// SPDX-License-Identifier: Apache-2.0
// What a program says about its secrets, by the addresses of its notes
// (sw/rt/common/secret_mark.h).
#pragma once

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <vector>

namespace evariste::host {

struct Note {
  enum class Kind : uint8_t {
    kSecret,       // bytes in memory become secret
    kPublic,       // bytes in memory become public
    kPublicValue,  // a register becomes public
    kStack,        // a function has returned: nothing secret may be left on the stack below
    kKey,          // as kSecret, and none of its words may be left on the stack
  };
  uint32_t address;
  Kind kind;
  // General registers: of the pointer or value, and of the number of bytes.
  unsigned first, second;
};

class Notes {
 public:
  Notes() = default;
  explicit Notes(std::vector<Note> notes) : notes_(std::move(notes)) {
    std::sort(notes_.begin(), notes_.end(),
              [](const Note& a, const Note& b) { return a.address < b.address; });
    for (const Note& note : notes_) likely_[slot(note.address)] = true;
  }
  // nullptr if there is none at the address.
  const Note* at(uint32_t address) const {
    if (!likely_[slot(address)]) return nullptr;
    const auto found =
        std::lower_bound(notes_.begin(), notes_.end(), address,
                         [](const Note& note, uint32_t wanted) { return note.address < wanted; });
    return found != notes_.end() && found->address == address ? &*found : nullptr;
  }

 private:
  static constexpr size_t kSlots = 4096;
  static size_t slot(uint32_t address) { return address / 2 % kSlots; }
  std::vector<Note> notes_;
  std::bitset<kSlots> likely_;
};

}  // namespace evariste::host
