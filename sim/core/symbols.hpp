// SPDX-License-Identifier: Apache-2.0
// From code addresses to function names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/elf.hpp"

namespace evariste::host {

class Symbols {
 public:
  Symbols() = default;
  explicit Symbols(const std::vector<Symbol>& symbols);

  // Index of the function that covers the address, or -1.
  int find(uint32_t address) const;
  const std::string& name(int index) const { return functions_[static_cast<size_t>(index)].name; }
  int count() const { return static_cast<int>(functions_.size()); }

  // The range of addresses around `address` for which find() gives the same `index`. Only `address`
  // itself if that is -1.
  void range(int index, uint32_t address, uint32_t& begin, uint32_t& end) const;
  bool has(const std::string& name) const;
  // A function begins at the address.
  bool begins(uint32_t address) const;

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
