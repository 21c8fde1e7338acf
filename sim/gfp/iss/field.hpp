// SPDX-License-Identifier: Apache-2.0
// The Galois-field unit's lane functions as tables, one set per field descriptor.
//
// A descriptor is 8 bytes, byte 0 in bits 7:0. Bytes 0..6 are the reduction columns, byte 7 is m
// (2..8). Columns need not come from a polynomial, and operands may have bits from m up set. The
// tables hold the lane's result for all 65,536 operand pairs, so the interpreter needs no special
// cases.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace evariste::iss {

class Field {
 public:
  explicit Field(uint64_t descriptor);

  // Four lanes each: product, square, inverse, sum of a^(2^i) over the set bits i of e.
  uint32_t mul(uint32_t a, uint32_t b) const {
    return lane2(mul_, a, b, 0) | lane2(mul_, a, b, 8) | lane2(mul_, a, b, 16) |
           lane2(mul_, a, b, 24);
  }
  uint32_t sq(uint32_t a) const { return lanes1(sq_, a); }
  uint32_t inv(uint32_t a) const { return lanes1(inv_, a); }
  uint32_t pow(uint32_t a, uint32_t e) const {
    return lane2(pow_, a, e, 0) | lane2(pow_, a, e, 8) | lane2(pow_, a, e, 16) |
           lane2(pow_, a, e, 24);
  }

  // The degree byte of a descriptor is lowest..8.
  static bool valid(uint64_t descriptor, unsigned lowest) {
    return (descriptor >> 56) >= lowest && (descriptor >> 56) <= 8;
  }
  // Columns 0, m = 8.
  static constexpr uint64_t kReset = uint64_t{8} << 56;

 private:
  using Table1 = std::array<uint8_t, 256>;
  using Table2 = std::array<uint8_t, 65536>;

  static uint32_t lane2(const Table2& table, uint32_t a, uint32_t b, int shift) {
    return uint32_t{table[(a >> shift & 0xFF) << 8 | (b >> shift & 0xFF)]} << shift;
  }
  static uint32_t lanes1(const Table1& table, uint32_t a) {
    return uint32_t{table[a & 0xFF]} | uint32_t{table[a >> 8 & 0xFF]} << 8 |
           uint32_t{table[a >> 16 & 0xFF]} << 16 | uint32_t{table[a >> 24]} << 24;
  }

  Table2 mul_;  // [a << 8 | b]
  Table2 pow_;  // [a << 8 | e]
  Table1 sq_, inv_;
};

// The tables by descriptor, built on first use. At most kKept are kept, so a pointer holds until
// the next call.
class FieldCache {
 public:
  const Field* get(uint64_t descriptor);

 private:
  static constexpr size_t kKept = 64;
  std::unordered_map<uint64_t, std::unique_ptr<Field>> fields_;
};

}  // namespace evariste::iss
