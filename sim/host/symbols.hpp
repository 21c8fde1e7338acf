// SPDX-License-Identifier: Apache-2.0
// From code addresses to function names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/elf.hpp"

namespace evariste::host {

class Symbols {
 public:
  Symbols() = default;
  explicit Symbols(const std::vector<Symbol>& symbols);

  // Index of the function that covers the address, or -1.
  int find(uint32_t address) const;
  // First address and the one behind the last of a function with that name; empty if there is none.
  std::optional<std::pair<uint32_t, uint32_t>> range(const std::string& name) const;
  const std::string& name(int index) const { return functions_[static_cast<size_t>(index)].name; }
  int count() const { return static_cast<int>(functions_.size()); }

  // "main+0x12", "main", or "" when no function covers the address.
  std::string place(uint32_t address) const;

 private:
  struct Function {
    uint32_t begin, end;
    std::string name;
  };
  std::vector<Function> functions_;  // sorted, disjoint
};

}  // namespace evariste::host
