// SPDX-License-Identifier: Apache-2.0
#include "coreva/field.hpp"

#include <algorithm>
#include <utility>

namespace evariste::coreva {

namespace {

enum Command : unsigned { kMultiply = 1, kSquare = 2, kAdd = 3, kExchange = 4 };

// The group of eight words at a register.
uint32_t group(uint32_t address) { return address & ~31u; }

}  // namespace

bool Field::allows(uint32_t address, unsigned bytes, bool write, uint32_t data) const {
  if (bytes != 4) return false;
  if (kind_.x) {
    const unsigned operation = data >> 28;
    return address - kFieldA < sizeof e_ ||
           (address == kFieldCommand && write && operation >= kMultiply && operation <= kExchange);
  }
  const uint32_t at = group(address);
  if (!write) {
    return (kind_.mul && at == kFieldProduct) || (kind_.squ && at == kFieldSquare);
  }
  return (kind_.mul && (at == kFieldA || at == kFieldB)) || (kind_.squ && at == kFieldSquareA) ||
         (kind_.mul && kind_.squ && address == kFieldSquareInPlace);
}

uint32_t Field::load(uint32_t address) const {
  const unsigned word = address / 4 % kWords;
  return kind_.x ? e_[address / 32 % 8][word] : r_[word];
}

void Field::store(uint32_t address, uint32_t data, uint64_t cycle) {
  free_ = cycle + 1;
  const unsigned word = address / 4 % kWords;
  constexpr unsigned kTop = kDegree % 32;  // bits of the last word
  const uint32_t kept = word == kWords - 1 ? data & ((1u << kTop) - 1) : data;
  if (kind_.x) {
    if (address == kFieldCommand) {
      command(data, cycle);
    } else {
      e_[address / 32 % 8][word] = kept;
    }
    return;
  }
  const uint32_t at = group(address);
  if (address == kFieldSquareInPlace && kind_.mul) {
    r_ = product(r_, r_);
    return;
  }
  (at == kFieldB ? b_ : a_)[word] = kept;
  if (word != kWords - 1) return;
  if (at == kFieldB) {
    r_ = product(a_, b_);
    free_ = cycle + (kDegree + kind_.digit - 1) / kind_.digit;
  } else if (at == kFieldSquareA) {
    r_ = product(a_, a_);
  }
}

void Field::command(uint32_t word, uint64_t cycle) {
  Element &d = e_[word & 7], &a = e_[word >> 4 & 7];
  const Element& b = e_[word >> 8 & 7];
  const unsigned n = word >> 16 & 0xFF;
  switch (word >> 28) {
    case kMultiply:
      d = product(a, b);
      free_ = cycle + (kDegree + kind_.digit - 1) / kind_.digit;
      break;
    case kSquare:
      d = a;
      for (unsigned i = 0; i < n; ++i) d = product(d, d);
      free_ = cycle + std::max(n, 1u);
      break;
    case kAdd:
      for (unsigned i = 0; i < kWords; ++i) d[i] = a[i] ^ b[i];
      break;
    default:
      if (n & 1) std::swap(d, a);
  }
}

// Bit by bit, the highest of b first.
Field::Element Field::product(const Element& a, const Element& b) {
  Element r{};
  for (unsigned i = kDegree; i-- > 0;) {
    const bool carry = r[kWords - 1] >> (kDegree - 1) % 32 & 1;
    for (unsigned w = kWords; w-- > 0;) r[w] = r[w] << 1 | (w != 0 ? r[w - 1] >> 31 : 0);
    r[kWords - 1] &= (1u << kDegree % 32) - 1;
    if (carry) {
      r[0] ^= 1;
      r[kTerm / 32] ^= 1u << kTerm % 32;
    }
    if (b[i / 32] >> i % 32 & 1) {
      for (unsigned w = 0; w < kWords; ++w) r[w] ^= a[w];
    }
  }
  return r;
}

}  // namespace evariste::coreva
