// SPDX-License-Identifier: Apache-2.0
// The host's accesses to a memory that an engine keeps as words at `base`, their lowest byte first.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace evariste::sim {

// Whether a range of bytes lies inside a memory. An empty one does where a byte would.
constexpr bool inside(uint32_t base, size_t size, uint32_t address, size_t bytes) {
  const uint32_t offset = address - base;
  return offset < size && bytes <= size - offset;
}

// Copies a range that lies inside, and says whether it does.
inline bool read(std::span<const uint32_t> memory, uint32_t base, uint32_t address,
                 std::span<uint8_t> out) {
  if (!inside(base, memory.size_bytes(), address, out.size())) return false;
  std::memcpy(out.data(), std::as_bytes(memory).data() + (address - base), out.size());
  return true;
}

inline bool write(std::span<uint32_t> memory, uint32_t base, uint32_t address,
                  std::span<const uint8_t> bytes) {
  if (!inside(base, memory.size_bytes(), address, bytes.size())) return false;
  std::memcpy(std::as_writable_bytes(memory).data() + (address - base), bytes.data(), bytes.size());
  return true;
}

// The `bytes` at `address` of the aligned word that holds them.
constexpr uint32_t part(uint32_t word, uint32_t address, unsigned bytes) {
  return word >> (8 * (address & 3)) & (bytes == 4 ? ~0u : (1u << (8 * bytes)) - 1);
}

}  // namespace evariste::sim
