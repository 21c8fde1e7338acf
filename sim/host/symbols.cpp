// SPDX-License-Identifier: Apache-2.0
#include "host/symbols.hpp"

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
    const uint64_t end = s.size != 0 ? uint64_t{s.address} + s.size : UINT32_MAX;
    functions_.push_back(
        {s.address, static_cast<uint32_t>(std::min<uint64_t>(end, UINT32_MAX)), s.name});
    if (s.size != 0) covered = std::max(covered, functions_.back().end);
  }
}

int Symbols::find(uint32_t address) const {
  auto after = std::upper_bound(functions_.begin(), functions_.end(), address,
                                [](uint32_t a, const Function& f) { return a < f.begin; });
  if (after == functions_.begin() || address >= std::prev(after)->end) return -1;
  return static_cast<int>(std::prev(after) - functions_.begin());
}

std::optional<std::pair<uint32_t, uint32_t>> Symbols::range(const std::string& name) const {
  const auto found = std::find_if(functions_.begin(), functions_.end(),
                                  [&](const Function& f) { return f.name == name; });
  if (found == functions_.end()) return std::nullopt;
  return std::make_pair(found->begin, found->end);
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
