// SPDX-License-Identifier: Apache-2.0
// What the toy's two engines share: the rows of the register table, and how memory is read.
#pragma once

#include <cstdint>
#include <span>

#include "toy_isa.hpp"

namespace evariste::toy {

constexpr unsigned kGeneral = 8;  // r0 to r7, the first rows
constexpr unsigned kPc = kGeneral;
constexpr uint32_t kWords = (kRomSize + kRamSize) / 4;  // RAM follows ROM

inline bool inside(uint32_t address, size_t bytes) {
  return uint64_t{address} + bytes <= uint64_t{4} * kWords;
}

// `memory` is an array of words, whose bytes are in little-endian order.
template <typename Memory>
bool copy_out(const Memory& memory, uint32_t address, std::span<uint8_t> out) {
  if (!inside(address, out.size())) return false;
  for (uint8_t& byte : out) {
    byte = static_cast<uint8_t>(memory[address / 4] >> address % 4 * 8);
    ++address;
  }
  return true;
}

template <typename Memory>
bool copy_in(Memory& memory, uint32_t address, std::span<const uint8_t> bytes) {
  if (!inside(address, bytes.size())) return false;
  for (const uint8_t byte : bytes) {
    const unsigned shift = address % 4 * 8;
    memory[address / 4] = (memory[address / 4] & ~(0xFFu << shift)) | uint32_t{byte} << shift;
    ++address;
  }
  return true;
}

}  // namespace evariste::toy
