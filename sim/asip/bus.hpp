// SPDX-License-Identifier: Apache-2.0
// The addresses of the coprocessor's bus.
#pragma once

#include <cstdint>

namespace evariste::asip {

constexpr unsigned kWhole = 0xF;  // lanes of a word

// The lanes that the bus adapter is told: none outside of its 16 KiB, which is an error.
constexpr unsigned lanes_at(uint32_t offset, unsigned lanes) { return offset >> 14 ? 0 : lanes; }

}  // namespace evariste::asip
