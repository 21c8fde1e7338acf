// SPDX-License-Identifier: Apache-2.0
// The fault of the control builds: a read one past the end of an allocation,
// when `condition` holds. A fuzzer that does not find it finds nothing.
#pragma once

#include <cstdint>
#include <vector>

inline void planted([[maybe_unused]] bool condition) {
#ifdef PLANTED
  const std::vector<uint8_t> bytes(8);
  [[maybe_unused]] volatile uint8_t read = bytes.data()[condition ? 8 : 0];
#endif
}
