// SPDX-License-Identifier: Apache-2.0
#include "core/symbols.hpp"

#include <algorithm>
#include <cstdio>

namespace evariste::host {

Symbols::Symbols(const std::vector<Symbol>& symbols) {
  // Labels count only where no typed function covers them (assembly without .type).
  uint32_t covered = 0;
  for (const Symbol& s : symbols) {
    if (!functions_.empty() && functions_.back().begin == s.address) continue;  // an alias
    if (!s.function && s.address < covered) continue;
    if (!functions_.empty()) functions_.back().end = std::min(functions_.back().end, s.address);
    const uint64_t end = uint64_t{s.address} + s.size;
    functions_.push_back(
        {s.address, static_cast<uint32_t>(std::min<uint64_t>(end, UINT32_MAX)), s.name});
    if (s.function) covered = std::max(covered, functions_.back().end);
  }
}

int Symbols::find(uint32_t address) const {
  auto after = std::upper_bound(functions_.begin(), functions_.end(), address,
                                [](uint32_t a, const Function& f) { return a < f.begin; });
  if (after == functions_.begin() || address >= std::prev(after)->end) return -1;
  return static_cast<int>(std::prev(after) - functions_.begin());
}

void Symbols::range(int index, uint32_t address, uint32_t& begin, uint32_t& end) const {
  begin = index < 0 ? address : functions_[static_cast<size_t>(index)].begin;
  end = index < 0 ? address + 1 : functions_[static_cast<size_t>(index)].end;
}

bool Symbols::has(const std::string& name) const {
  return std::any_of(functions_.begin(), functions_.end(),
                     [&](const Function& f) { return f.name == name; });
}

bool Symbols::begins(uint32_t address) const {
  const int index = find(address);
  return index >= 0 && functions_[static_cast<size_t>(index)].begin == address;
}

std::string Symbols::place(uint32_t address) const {
  const int index = find(address);
  if (index < 0) return {};
  const Function& f = functions_[static_cast<size_t>(index)];
  if (address == f.begin) return f.name;
  char offset[16];
  std::snprintf(offset, sizeof offset, "+0x%x", address - f.begin);
  return f.name + offset;
}

}  // namespace evariste::host
