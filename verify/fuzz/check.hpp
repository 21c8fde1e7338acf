// SPDX-License-Identifier: Apache-2.0
// What the targets of the library share.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

inline void check(bool holds) {
  if (!holds) std::abort();
}

// Whether memory is what it was.
template <typename T>
bool same(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// The input behind its first byte, in memory of its own, so that a read beyond
// its end is found.
inline std::vector<uint8_t> behind_first(const uint8_t* data, size_t size) {
  return {data + 1, data + size};
}
